import { formatDuration } from '../../../kernel/time.ts';
import type { YamlFile } from '../../../scenario/format/yamlFile.ts';
import { loadNames } from '../../../scenario/load/keys.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import type { StudySpec } from '../format/format.ts';
import { hasSeveralSeeds, isFixedTrace, type ResampledTrace } from './resampleTraces.ts';

/** A note on a surprising use of the loads of a scenario: the key of the study that it is about, and the words. */
interface LoadNote {
  readonly key: 'scenario' | 'warmUp';
  readonly words: string;
}

/** The notes on the loads of a scenario, each with the line of the study that it is about. */
export const warnOfLoads = (
  { file, placeOfKey }: Pick<YamlFile, 'file' | 'placeOfKey'>,
  spec: StudySpec,
  scenario: Scenario,
  resampled: readonly ResampledTrace[],
): readonly string[] =>
  [...resampled.map(noteResampled), ...noteFixed(spec, scenario), ...noteUnsteady(spec, scenario)].map(
    ({ key, words }) => `${file}:${placeOfKey([], key).line}: ${words}`,
  );

const noteResampled = ({ name, blocks, blockMs }: ResampledTrace): LoadNote => ({
  key: 'scenario',
  words: `the arrivals of ${name} are one \`trace\`, so each seed sees it resampled: ${blocks} blocks of ${formatDuration(blockMs)}, drawn from it with replacement. Beside \`trace\`, say how long they are (\`resample: { block: 1h }\`), or play it as it is (\`resample: none\`)`,
});

/** A note on loads that are the same with every seed, though others are drawn: a result over several seeds then holds for one morning only. */
const noteFixed = (spec: StudySpec, { spec: { load = [] } }: Scenario): readonly LoadNote[] => {
  if (!hasSeveralSeeds(spec)) return [];
  const names = loadNames(load);
  return load.flatMap((one, k) =>
    isFixedTrace(one)
      ? [
          {
            key: 'scenario' as const,
            words: `the arrivals of ${names[k]} are one \`trace\`, the same with every seed, so no interval is known and nothing is recommended: seeds say nothing of other days. Draw blocks of it (\`resample: { block: 1h }\`), or say how arrivals vary (\`poisson\`, \`piecewise\`)`,
          },
        ]
      : [],
  );
};

/** A note if a warm-up is looked for though the rate of a load varies: there is no steady state to find, and a cut would leave out a morning. */
export const noteUnsteady = ({ warmUp }: StudySpec, { spec: { load = [] } }: Scenario): readonly LoadNote[] => {
  if (warmUp === 'none') return [];
  const names = loadNames(load);
  const unsteady = load.flatMap(({ piecewise = [] }, k) =>
    new Set(piecewise.map(({ rate: { count, ms } }) => count / ms)).size > 1 ? [names[k] ?? ''] : [],
  );
  return unsteady.map((name) => ({
    key: 'warmUp',
    words: `the rate of ${name} changes (\`piecewise\`), so there is no steady state: no warm-up is looked for, and the whole play is measured. Write \`warmUp: none\``,
  }));
};
