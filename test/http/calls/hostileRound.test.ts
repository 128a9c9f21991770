import { expect, test } from 'vitest';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { RawAnswer } from '../../support/serving/rawHttp.ts';
import { populatedWorld } from '../../support/worlds/populatedWorld.ts';
import { hostile } from './hostileRequests.ts';
import { wrongWith } from './hostileRound.ts';

const problem = (status: number, detail = 'words', title = 'Words'): string => JSON.stringify({ title, status, detail });

const answer = (
  status: number,
  body: string,
  headers: RawAnswer['headers'] = { 'content-type': 'application/problem+json' },
): RawAnswer => ({
  status,
  headers,
  body,
  goesOn: false,
});

// biome-ignore format: a table
test.each<readonly [what: string, answer: RawAnswer, wrong: string | undefined]>([
  ['a problem document',                    answer(422, problem(422)),                                                        undefined],
  ['a success, whatever it says',           answer(200, 'anything'),                                                          undefined],
  ['a fault that was injected',             answer(503, problem(503), { 'content-type': 'application/problem+json', 'x-podsim-rule': 'fault.window' }), undefined],
  ['a websocket that is not simulated',     answer(501, problem(501), { 'content-type': 'application/problem+json', 'x-podsim-rule': 'errors.unknown-route' }), undefined],
  ['another 501',                           answer(501, problem(501)),                                                        'is our fault'],
  ['a fault of ours',                       answer(500, problem(500)),                                                        'is our fault'],
  ['a page',                                answer(404, '<!doctype html>', { 'content-type': 'text/html' }),                  'is text/html'],
  ['nothing',                               answer(417, '', {}),                                                              'is undefined'],
  ['a problem without a body',              answer(404, ''),                                                                  'is no problem document'],
  ['a problem of another status',           answer(404, problem(400)),                                                        'is no problem document'],
  ['a refusal by an event of the engine',   answer(409, problem(409, 'job-1 is FAILED; JobCancelled cannot happen now')),      'speaks of JobCancelled, which is no word of the API'],
  ['a refusal in words of the API',         answer(409, problem(409, 'job-1 is FAILED and cannot be cancelled')),              undefined],
  ['a problem without words',               answer(404, problem(404, '')),                                                    'is no problem document'],
  ['a problem that is not JSON',            answer(404, 'sorry'),                                                             'is no problem document'],
  ['a stack',                               answer(400, problem(400, 'Error: x\n    at f (a.js:1:1)')),                       'tells of this machine'],
  ['a line of code',                        answer(400, problem(400, 'in engine/world/world.ts:12')),                               'tells of this machine'],
  ['a path of this machine',                answer(200, `{"file":"${process.cwd()}/package.json"}`),                          'tells of this machine'],
])('%s is classified as allowed or not', (_, given, wrong) => {
  expect(wrongWith(given, false)).toBe(wrong);
});

test('the same seed gives the same hostile requests', () => {
  const { stage } = populatedWorld();
  const some = (seed: string) => Array.from({ length: 50 }, (_, n) => hostile(new Choice(seed, `${n}`), stage, 80));
  const [first, second] = [some('a'), some('a')];
  expect(first.map(({ what }) => what)).toStrictEqual(second.map(({ what }) => what));
  expect(Buffer.concat(first.flatMap(({ pieces }) => pieces)).equals(Buffer.concat(second.flatMap(({ pieces }) => pieces)))).toBe(true);
  expect(some('b').map(({ what }) => what)).not.toStrictEqual(first.map(({ what }) => what));
});
