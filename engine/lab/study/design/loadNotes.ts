import type { YamlFile } from '../../../scenario/format/yamlFile.ts';
import { loadNames } from '../../../scenario/play/keys.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import type { StudySpec } from '../format/format.ts';

/** What a study does with the loads of its scenario that is not what it seems to be: the key of the study that it is about, and the words. */
interface LoadNote {
  readonly key: 'scenario' | 'warmUp';
  readonly words: string;
}

/** What is to be said of the loads of a scenario, each with the line of the study that it is about. */
export const warnOfLoads = (
  { file, placeOfKey }: Pick<YamlFile, 'file' | 'placeOfKey'>,
  spec: StudySpec,
  scenario: Scenario,
): readonly string[] =>
  [...noteTraces(spec, scenario), ...noteUnsteady(spec, scenario)].map(({ key, words }) => `${file}:${placeOfKey([], key).line}: ${words}`);

/** Of loads that are the same with every seed, though others are drawn: what is said of several seeds is said of one morning. */
const noteTraces = ({ seeds }: StudySpec, { spec: { load = [] } }: Scenario): readonly LoadNote[] => {
  if (seeds !== undefined && Array.isArray(seeds) && seeds.length === 1) return [];
  const names = loadNames(load);
  const traces = load.flatMap(({ trace, scale }, k) => (trace === undefined || scale !== undefined ? [] : [names[k] ?? '']));
  return traces.map((name) => ({
    key: 'scenario',
    words: `the arrivals of ${name} are one \`trace\`, the same with every seed: intervals are about this trace, and say nothing of other days. Say how arrivals vary (\`poisson\`, \`piecewise\`), or keep a drawn share of them (\`scale: 0.9\`)`,
  }));
};

/** Of a warm-up that is looked for where the rate of a load goes up and down: there is no steady state to be found, and a cut would leave out a morning. */
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
