import { isLeft } from 'fp-ts/lib/Either.js';
import { newestTiming } from '../../engine/cloud/index.ts';
import {
  checkObservation,
  estimateTiming,
  type FactReport,
  listErrors,
  type Observation,
  observationEnding,
  parseObservation,
  selectGrounds,
} from '../../engine/lab/fidelity/index.ts';
import { problemText } from '../../engine/scenario/index.ts';
import { checkText } from '../cli/fidelity/checkText.ts';
import { readerFor, readText, scenarioFiles } from '../cli/files.ts';

/** The observations below `scenarios/observed/`. */
export const readObserved = (top: string): readonly Observation[] =>
  scenarioFiles([`${top}/scenarios/observed`], [observationEnding]).map((file) => {
    const parsed = parseObservation(file, readText(file), readerFor(file));
    if (isLeft(parsed)) throw new Error(parsed.left.map(problemText).join('\n'));
    return parsed.right;
  });

/** What `podsim fidelity --check` says of one of them. */
export const checkObserved = (top: string, name: string): string =>
  readObserved(top)
    .filter(({ file }) => file.endsWith(`/${name}${observationEnding}`))
    .map((one) => checkText({ ...checkObservation(one), file: `scenarios/observed/${name}${observationEnding}` }))
    .join('');

const month = newestTiming.replace(/\D/g, '');

/** The files of the newest timing. */
export const timingFiles = (
  observations: readonly Observation[],
  judged: readonly FactReport[],
): readonly (readonly [string, string])[] => [
  [`engine/cloud/timing/measured${month}.ts`, timingSource(observations)],
  [`engine/cloud/timing/grounds${month}.ts`, groundsSource(observations)],
  [`engine/cloud/timing/judged${month}.ts`, timingErrorSource(judged)],
];

/** The source of the timing that follows from these observations. */
const timingSource = (observations: readonly Observation[]): string =>
  `// biome-ignore-all format: \`npm run generate\` writes it
import type { TimingValue } from './timingValue.ts';

/** The values of \`${newestTiming}\`, computed from the observations in \`scenarios/observed/\`. A setting that is not here is as in \`textbook\`. */
export const measured${month}: readonly TimingValue[] = ${JSON.stringify(
    estimateTiming(selectGrounds(observations)).map(({ setting, value, mechanism }) => ({ setting, value, mechanism })),
    null,
    2,
  )};
`;

/** The source of what its values rest on. */
const groundsSource = (observations: readonly Observation[]): string =>
  `// biome-ignore-all format: \`npm run generate\` writes it
import type { ValueGrounds } from './timingValue.ts';

/** What each value of \`${newestTiming}\` rests on, by its setting. */
export const grounds${month}: Readonly<Record<string, ValueGrounds>> = ${JSON.stringify(
    Object.fromEntries(
      estimateTiming(selectGrounds(observations)).map(({ setting, facts, values, estimator, spread, open }) => [
        setting,
        { facts, values, estimator, spread, open },
      ]),
    ),
    null,
    2,
  )};
`;

/** The source of how far off that timing is: each observation is judged by the times that follow from what its author did not give. */
const timingErrorSource = (judged: readonly FactReport[]): string =>
  `// biome-ignore-all format: \`npm run generate\` writes it
import type { MechanismError } from './timingValue.ts';

/** How far off \`${newestTiming}\` is, by what takes time, on facts whose author is left out: what \`podsim fidelity\` says. */
export const judged${month}: readonly MechanismError[] = [
${listErrors(judged)
  .map(
    (one) =>
      `  ${JSON.stringify(one)
        .replaceAll(/"(\w+)":/g, '$1: ')
        .replaceAll(',', ', ')
        .replace('{', '{ ')
        .replace('}', ' }')
        .replaceAll('"', "'")},`,
  )
  .join('\n')}
];
`;
