import { kinds } from '../../../engine/cloud/index.ts';
import { studyMeasures } from '../../../engine/lab/study/index.ts';
import { durationWords, numberWords } from './distributionWords.ts';
import { jobsWords, lessonWords, observationWords, studyWords, taskWords } from './otherWords.ts';
import { scenarioWords } from './scenarioWords.ts';
import type { KeyWords } from './wordTable.ts';
import { worldWords } from './worldWords.ts';

/** The words of the reference about the keys of each kind of file that their schemas lack. */
export const findWords = (source: string, path: string): KeyWords | undefined =>
  path === '$schema'
    ? { about: 'The schema of such files, for editors', example: `${source}.schema.json` }
    : (tables[source]?.[path] ?? (source === 'studies' ? goalWords(path) : source === 'scenario' ? idWords(path) : undefined));

const tables: Readonly<Record<string, Readonly<Record<string, KeyWords>>>> = {
  scenario: {
    ...scenarioWords,
    ...worldWords,
    ...Object.fromEntries(Object.entries(numberWords).map(([path, one]) => [`world.endpoints.handler.tokens.prompt.${path}`, one])),
  },
  distribution: durationWords,
  studies: studyWords,
  lessons: lessonWords,
  tasks: taskWords,
  jobs: jobsWords,
  observations: observationWords,
};

/** Of the id of an entity that a step names: a new kind of entity needs no words here. */
const idWords = (path: string): KeyWords | undefined => {
  const kind = kinds.find((one) => path === `steps.with.${one}`);
  if (kind === undefined) return undefined;
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { about: `The id of ${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`, exampleElse: `${kind}-1` };
};

/** Of a measure that has a bound in the goal of a study, and of the durations of single jobs. */
const goalWords = (path: string): KeyWords | undefined => {
  const name = path.replace('goal.', '');
  const unit = studyMeasures.get(name)?.unit;
  if (path !== name && studyMeasures.has(`${name}.p95`)) return { example: '{ lte: 30s, in: 99% of jobs }' };
  return unit === undefined ? undefined : { example: unit === 'ms' ? '{ lte: 5s }' : unit === 'share' ? '{ gte: 50% }' : '{ lte: 10 }' };
};
