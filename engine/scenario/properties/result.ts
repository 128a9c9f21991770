import type { PropertyResult } from '../format/resultFormat.ts';

/** The verdict of a run on a property, in one line. */
export const resultText = ({ name, seen, evaluated, progress, broken }: PropertyResult): string => {
  if (broken !== undefined) return `${name}: broken`;
  if (progress !== undefined && seen !== true)
    return `${name}: ${progress.met} of ${progress.of}${progress.next === undefined ? '' : `, next ${progress.next}`}`;
  if (seen !== undefined) return `${name}: ${seen ? 'seen' : 'not seen'}`;
  return `${name}: ${evaluated ? 'held' : 'never evaluated'}`;
};
