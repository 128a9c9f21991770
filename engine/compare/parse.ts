import { type Either, isLeft, left } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { flatIssues } from '../api/reading/issues.ts';
import { readAs } from '../api/reading/readAs.ts';
import { type FileProblem, limitProblems } from '../scenario/format/problem.ts';
import { readYaml } from '../scenario/format/yamlFile.ts';
import { timedChangeSchema } from './change.ts';

/** A change as a file gives it: what it is, when it is made, and how long the runs are measured. */
export type TimedChange = z.output<typeof timedChangeSchema>;

/** Reads a file with the change of a what-if; left lists everything that is wrong with it. */
export const parseChange = (file: string, text: string): Either<readonly FileProblem[], TimedChange> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const parsed = readAs(timedChangeSchema, yaml.right.data);
  if (!isLeft(parsed)) return parsed;
  return left(
    limitProblems(flatIssues(parsed.left), ({ path, message }) => ({
      file,
      ...yaml.right.placeOf(path),
      message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    })),
  );
};
