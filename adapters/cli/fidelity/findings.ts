import { isLeft } from 'fp-ts/lib/Either.js';
import { parseJobs, parseObservation } from '../../../engine/lab/fidelity/index.ts';
import type { FileFinding, FileProblem } from '../../../engine/scenario/index.ts';
import { readerFor, readText } from '../files.ts';

/** What is wrong with an observation file. */
export const observationFindings = (file: string): readonly FileFinding[] => {
  const read = parseObservation(file, readText(file), readerFor(file));
  return isLeft(read) ? read.left.map(asError) : [];
};

/** What is wrong with a file of jobs that `observe` submits. */
export const jobsFindings = (file: string): readonly FileFinding[] => {
  const plan = parseJobs(file, readText(file));
  return isLeft(plan) ? plan.left.map(asError) : [];
};

const asError = (problem: FileProblem): FileFinding => ({ ...problem, isError: true });
