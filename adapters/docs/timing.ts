import { isLeft } from 'fp-ts/lib/Either.js';
import { problemText } from '../../engine/index.ts';
import { estimateTiming, observationEnding, parseObservation } from '../../engine/lab/fidelity/index.ts';
import { readerFor, readText, scenarioFiles } from '../cli/files.ts';

/** The source of the timing that follows from the observations below `scenarios/observed/` (`engine/cloud/timing/`). */
export const timingSource = (top: string): string => {
  const observations = scenarioFiles([`${top}/scenarios/observed`], [observationEnding]).map((file) => {
    const parsed = parseObservation(file, readText(file), readerFor(file));
    if (isLeft(parsed)) throw new Error(parsed.left.map(problemText).join('\n'));
    return parsed.right;
  });
  return `// biome-ignore-all format: \`npm run generate\` writes it
import type { TimingValue } from './timingValue.ts';

/** The values of \`measured-2026-11\`, computed from the observations in \`scenarios/observed/\`. A setting that is not here is as in \`textbook\`. */
export const measured202611: readonly TimingValue[] = ${JSON.stringify(estimateTiming(observations), null, 2)};
`;
};
