import { suggestion } from '../../../engine/kernel/index.ts';
import { BadInput } from './exit.ts';

/** A name that the user gave, if it is a known one. The error has the nearest, and all, or where all are listed. */
export const requireKnown = <Name extends string>(
  name: string,
  known: readonly Name[],
  words: string,
  listedBy = '`podsim --help`',
): Name => {
  const found = known.find((one) => one === name);
  if (found === undefined) throw new BadInput(`${words}${suggestion(name, known, listedBy)}`);
  return found;
};
