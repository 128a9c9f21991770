import { isLeft } from 'fp-ts/lib/Either.js';
import type { FileFinding } from '../../../engine/index.ts';
import { parseObservation } from '../../../engine/lab/fidelity/index.ts';
import { readerFor, readText } from '../files.ts';

/** What is wrong with an observation file. */
export const observationFindings = (file: string): readonly FileFinding[] => {
  const read = parseObservation(file, readText(file), readerFor(file));
  return isLeft(read) ? read.left.map((problem) => ({ ...problem, isError: true })) : [];
};
