import { listValues, newestTiming } from '../../../engine/cloud/index.ts';
import { formatDuration, sayDuration } from '../../../engine/kernel/index.ts';
import { findColdWaits, predictStart, type Recording, type StartBand } from '../../../engine/lab/fidelity/index.ts';
import { pluralize } from '../../../engine/process/index.ts';

/** What the starts that were seen tell of the next one of their image, and the line of a world that says so. None without such starts. */
export const ownStartLines = (recording: Recording): readonly string[] => {
  const waits = findColdWaits(recording);
  const prior = listValues(newestTiming).find(({ setting }) => setting === 'worker.start')?.value as Parameters<typeof predictStart>[0];
  if (waits.length === 0) return [];
  const [before, after] = [predictStart(prior, []), predictStart(prior, waits)];
  const p95 = formatDuration(roundToTenths(after.highMs));
  return [
    `${pluralize(waits.length, 'start')} of its image: ${waits.map(sayDuration).join(', ')}. The next one takes`,
    `  before: ${describeBand(before)} (${newestTiming}: any image)`,
    `  now:    ${describeBand(after)}${waits.length < enough ? `; ${enough} starts narrow it more` : ''}`,
    'In a world, with the name of your image:',
    `  images: [{ name: 'you/image:1', start: { lognormal: { median: ${formatDuration(roundToTenths(after.medianMs))}, p95: ${p95} } } }]`,
  ];
};

/** More starts narrow the band little. */
const enough = 3;

const describeBand = ({ medianMs, lowMs, highMs }: StartBand): string =>
  `${sayDuration(medianMs)}, with 90 % between ${sayDuration(lowMs)} and ${sayDuration(highMs)}`;

const roundToTenths = (ms: number): number => Math.round(ms / 100) * 100;
