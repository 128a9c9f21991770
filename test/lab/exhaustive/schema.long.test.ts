import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { smallWorldJsonSchema } from '../../../engine/lab/exhaustive/schema.ts';
import { schemaComplaints } from '../../support/contract/jsonSchema.ts';
import { oneJob, shippedWorlds } from './smallWorlds.ts';

const complaintsOf = schemaComplaints(smallWorldJsonSchema());
const complaints = (text: string): string => complaintsOf(parse(text)).join('\n');

test('the schema for editors accepts every small world that ships', () => {
  for (const [name, text] of shippedWorlds) expect([name, complaints(text)]).toStrictEqual([name, '']);
});

// biome-ignore format: a table
test.each([
  ['an unknown key',              oneJob('withing: 2\n'),                            'withing'],
  ['an unknown operation',        oneJob('').replace('act: cancel', 'act: cancle'),  'cancle'],
  ['a body of another operation', oneJob('').replace('{ input: {} }', '{ inputs: 1 }'), 'input'],
  ['an unknown part of a world',  oneJob('').replace('  endpoints:', '  endpoint:'), '{"additionalProperty":"endpoint"}'],
  ['no acts',                     'title: a\nwithin: 1\n',                           'acts'],
])('and refuses %s', (_, text, words) => {
  expect(complaints(text)).toContain(words);
});
