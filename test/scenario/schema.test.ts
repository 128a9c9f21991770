import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText, scenarioFiles } from '../../adapters/cli/files.ts';
import { knownNames, scenarioJsonSchema } from '../../engine/scenario/schema.ts';
import { type SchemaNode, schemaComplaints } from '../support/jsonSchema.ts';

const schema = scenarioJsonSchema() as SchemaNode;
const complaints = (text: string) => schemaComplaints(schema, parse(text));

test('the schema is a JSON Schema of draft-07', () => {
  expect(scenarioJsonSchema()['$schema']).toBe('http://json-schema.org/draft-07/schema#');
  expect(scenarioJsonSchema()).toMatchObject({ type: 'object', additionalProperties: false, required: ['title'] });
});

test('it describes every key of a scenario, of a step, of a setting', () => {
  expect(Object.keys(schema.properties ?? {})).toContain('steps');
  expect(knownNames(['steps', 0])).toContain('expect');
  expect(knownNames(['steps', 0, 'steps', 0])).toContain('expect');
  expect(knownNames(['steps', 0, 'repeat'])).toStrictEqual(['every', 'times', 'until']);
  expect(knownNames(['load', 0, 'onFailure'])).toContain('jitter');
  expect(knownNames(['load', 0, 'steps', 0])).toStrictEqual(['delay', 'act', 'with', 'save']);
  expect(knownNames(['world', 'settings', 'job'])).toContain('retentionRun');
  expect(knownNames(['world', 'endpoints', 3, 'scaling'])).toStrictEqual(['type', 'queueDelay', 'requestCount']);
  expect(knownNames(['assert', 0])).toStrictEqual(expect.arrayContaining(['sequence', 'count', 'never', 'metric']));
  expect(knownNames(['title', 'deeper'])).toStrictEqual([]);
  expect(knownNames(['toString'])).toStrictEqual([]);
});

test.each(scenarioFiles(['scenarios']))('it accepts %s', (file) => {
  // A member of a matrix is written as a variable, of whatever kind its values are.
  const text = readText(file);
  const found = complaints(text);
  expect(text.includes('matrix:') ? found.filter((words) => !words.includes('"$')) : found).toStrictEqual([]);
});

describe('it refuses', () => {
  // biome-ignore format: a table
  test.each([
    ['a file without a title',      'steps: []',                                          'title is missing'],
    ['an unknown key',              'title: x\nworlds: {}',                               'worlds is not known'],
    ['an unknown operation',        'title: x\nsteps: [{ act: launch }]',                 '"launch" is none of'],
    ['a list for a text',           'title: [x]',                                         'is no string'],
    ['a number for a duration',     'title: x\nsteps: [{ delay: 5 }]',                    '5 is no string'],
    ['a duration without a unit',   'title: x\nsteps: [{ delay: "5" }]',                  'does not match'],
    ['a fraction for a count',      'title: x\nworld: { hosts: [{ id: h, gpus: 1.5 }] }', '1.5 is no integer'],
    ['an empty list of keys',       'title: x\nworld: { accounts: [{ id: a, keys: [] }] }', 'is too short'],
    ['what fits no alternative',    'title: x\nassert: [{ cuont: 1 }]',                   'fits none'],
  ])('%s', (_, text, words) => {
    expect(complaints(text).join('\n')).toContain(words);
  });
});
