import { listValues, newestTiming } from '../../../engine/cloud/index.ts';
import { formatDuration, sayDuration } from '../../../engine/kernel/index.ts';
import { predictStart, type StartBand } from '../../../engine/lab/fidelity/index.ts';
import { pluralize } from '../../../engine/process/index.ts';

/** What starts of one image tell of its next one, and how a world says so. None without starts. */
export const ownStartLines = (startsMs: readonly number[]): readonly string[] => {
  const prior = listValues(newestTiming).find(({ setting }) => setting === 'worker.start')?.value as Parameters<typeof predictStart>[0];
  if (startsMs.length === 0) return [];
  const [before, after] = [predictStart(prior, []), predictStart(prior, startsMs)];
  const [least, most] = [Math.min(...startsMs), Math.max(...startsMs)].map(sayDuration);
  const seen = least === most ? least : `${least} to ${most}`;
  const [median, p95] = [after.medianMs, after.highMs].map((ms) => formatDuration(roundToTenths(ms)));
  return [
    `${pluralize(startsMs.length, 'start')} of its image took ${seen}. The next one of the image takes`,
    `  before: ${describeBand(before)} (any image)`,
    `  now:    ${describeBand(after)}${startsMs.length < enough ? `; ${enough} starts narrow it more` : ''}`,
    'In a world, with the name of your image:',
    '  images:',
    '    - name: you/image:1',
    `      start: { lognormal: { median: ${median}, p95: ${p95} } }`,
  ];
};

/** More starts narrow the band little. */
const enough = 3;

const describeBand = ({ medianMs, lowMs, highMs }: StartBand): string =>
  `${sayDuration(medianMs)}, with 90 % between ${sayDuration(lowMs)} and ${sayDuration(highMs)}`;

const roundToTenths = (ms: number): number => Math.round(ms / 100) * 100;
