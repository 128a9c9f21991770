import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lessonJsonSchema, lessonNodes } from '../../../engine/lab/lesson/schema.ts';
import { listNames } from '../../../engine/scenario/file/schema.ts';
import { schemaComplaints } from '../../support/contract/jsonSchema.ts';
import { goodLesson, lessonWith } from './lessons.ts';

const complaintsOf = schemaComplaints(lessonJsonSchema());
const complaints = (text: string) => complaintsOf(parse(text));

describe('the schema completes, and so it refuses', () => {
  // biome-ignore format: a table
  test.each([
    ['an unknown rule',                 lessonWith('rules: [job.start, worker', 'rules: [job.fly, worker'),  'job.fly'],
    ['an unknown event in a measure',   lessonWith('first: JobStarted', 'first: JobStartd'),                  '"JobStartd" must be equal to one of'],
    ['a condition of no status',        lessonWith('when: job $job is IN_QUEUE', 'when: job $job is QUEUED'), 'must match pattern'],
    ['an unknown part of the scenario', lessonWith('    endpoints:\n', '    endpoint:\n'),                    '{"additionalProperty":"endpoint"}'],
    ['an operation of a solution',      lessonWith('act: updateEndpoint', 'act: updateEndpont'),              'updateEndpont'],
    ['a body of a solution',            lessonWith('body: { workers: { min: 1 } }', 'body: { worker: 1 }'),   '{"additionalProperty":"worker"}'],
    ['a lesson without a task',         goodLesson.slice(0, goodLesson.indexOf('task:')),                     'task'],
  ])('%s', (_, text, words) => {
    expect(complaints(text).join('\n')).toContain(words);
  });
});

test('it knows the names at every place, those of the scenario in it, too', () => {
  expect(listNames(lessonNodes(['steps', 0]))).toStrictEqual(['text', 'at', 'when', 'question']);
  expect(listNames(lessonNodes(['steps', 0, 'question']))).toContain('until');
  expect(listNames(lessonNodes(['scenario', 'world']))).toContain('endpoints');
  expect(listNames(lessonNodes(['task', 'scenario', 'world']))).toContain('endpoints');
  expect(listNames(lessonNodes(['task', 'solution', 0]))).toContain('act');
  expect(listNames(lessonNodes(['task']))).toStrictEqual(['text', 'scenario', 'goal', 'solution']);
});
