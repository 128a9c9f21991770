import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema } from '../../engine/scenario/editor/editorSchema.ts';
import { namesAllowed } from '../../engine/scenario/file/schema.ts';
import { schemaComplaints } from '../support/contract/jsonSchema.ts';

const schema = scenarioJsonSchema();
const complaintsOf = schemaComplaints(schema);
const complaints = (text: string) => complaintsOf(parse(text));

test('the schema is a JSON Schema of draft-07', () => {
  expect(scenarioJsonSchema()['$schema']).toBe('http://json-schema.org/draft-07/schema#');
  expect(scenarioJsonSchema()).toMatchObject({ type: 'object', additionalProperties: false, required: ['title'] });
});

test('it describes every key of a scenario, of a step, of a setting', () => {
  expect(Object.keys(schema['properties'] as object)).toContain('steps');
  expect(namesAllowed(['steps', 0])).toContain('expect');
  expect(namesAllowed(['steps', 0, 'steps', 0])).toContain('expect');
  expect(namesAllowed(['steps', 0, 'repeat'])).toStrictEqual(['every', 'times', 'until']);
  expect(namesAllowed(['load', 0, 'onFailure'])).toContain('jitter');
  expect(namesAllowed(['load', 0, 'steps', 0])).toStrictEqual(['delay', 'act', 'with', 'save']);
  expect(namesAllowed(['world', 'settings', 'job'])).toContain('retentionRun');
  expect(namesAllowed(['world', 'endpoints', 3, 'scaling'])).toStrictEqual(['type', 'queueDelay', 'requestCount']);
  expect(namesAllowed(['assert', 0])).toStrictEqual(expect.arrayContaining(['sequence', 'count', 'never', 'metric']));
  expect(namesAllowed(['title', 'deeper'])).toStrictEqual([]);
  expect(namesAllowed(['toString'])).toStrictEqual([]);
});

const step = (text: string) => complaints(`title: x\nsteps: [${text}]`);

describe('it completes, and so it refuses', () => {
  // biome-ignore format: a table
  test.each([
    ['an unknown event in a sequence',   'title: x\nassert: [{ sequence: [JobQueud], of: x }]',      '"JobQueud" must be equal to one of'],
    ['an unknown event that is counted', 'title: x\nassert: [{ count: JobQueud, is: 1 }]',           '"JobQueud" must be equal to one of'],
    ['an unknown event that never is',   'title: x\nassert: [{ never: JobQueud }]',                  '"JobQueud" must be equal to one of'],
    ['an unknown rule',                  'title: x\nteaches: [job.fly]',                             '"job.fly" must be equal to one of'],
    ['an unknown status in a condition', 'title: x\nsteps: [{ when: job $job is FALED, within: 1m }]', 'must match pattern'],
    ['a body of another operation',      'title: x\nsteps: [{ act: run, with: { endpoint: a, body: { name: x } } }]', '{"missingProperty":"input"}'],
    ['a body in a group',                'title: x\nsteps: [{ repeat: { times: 2 }, steps: [{ act: run, with: { endpoint: a, body: { inputs: {} } } }] }]', '{"missingProperty":"input"}'],
    ['a body of a load',                 'title: x\nload: [{ with: { endpoint: a, body: { inputs: {} } }, trace: [1s] }]', '{"missingProperty":"input"}'],
    ['a body although it expects 200',   'title: x\nsteps: [{ act: createNetworkVolume, with: { body: { size: 5 } }, expect: { status: 201 } }]', '{"missingProperty":"name"}'],
  ])('%s', (_, text, words) => {
    expect(complaints(text).join('\n')).toContain(words);
  });

  // biome-ignore format: a table
  test.each([
    ['a body with variables and durations', '{ act: run, with: { endpoint: a, body: { input: { of: $job }, policy: { ttl: 15s, lowPriority: $low } } } }'],
    ['a body that is to be refused',        '{ act: run, with: { endpoint: a, body: { inputs: {} } }, expect: { status: 422 } }'],
    ['a body that a rule refuses',          '{ act: run, with: { endpoint: a, body: { inputs: {} } }, expect: { rule: errors.validation } }'],
    ['a condition with variables',          '{ when: endpoint $ep has 2 workers IDLE, within: 1m }'],
  ])('and not %s', (_, text) => {
    expect(step(text)).toStrictEqual([]);
  });
});

describe('it refuses', () => {
  // biome-ignore format: a table
  test.each([
    ['a file without a title',      'steps: []',                                          "must have required property 'title'"],
    ['an unknown key',              'title: x\nworlds: {}',                               '{"additionalProperty":"worlds"}'],
    ['an unknown operation',        'title: x\nsteps: [{ act: launch }]',                 '"launch" must be equal to one of'],
    ['a list for a text',           'title: [x]',                                         'must be string'],
    ['a number for a duration',     'title: x\nsteps: [{ delay: 5 }]',                    '5 must be string'],
    ['a duration without a unit',   'title: x\nsteps: [{ delay: "5" }]',                  'must match pattern'],
    ['a fraction for a count',      'title: x\nworld: { hosts: [{ id: h, gpus: 1.5 }] }', '1.5 must be integer'],
    ['an empty list of keys',       'title: x\nworld: { accounts: [{ id: a, keys: [] }] }', 'must NOT have fewer than 1 items'],
    ['what fits no alternative',    'title: x\nassert: [{ cuont: 1 }]',                   'must match a schema in anyOf'],
  ])('%s', (_, text, words) => {
    expect(complaints(text).join('\n')).toContain(words);
  });
});
