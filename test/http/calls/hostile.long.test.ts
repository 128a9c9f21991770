import { expect, test } from 'vitest';
import { fewOrAll } from '../../support/long.ts';
import { allRows } from './goodCalls.ts';
import { playRound, type Round, requestsInRound } from './hostileRound.ts';

/** `npm run explore` asks for more of them, from another seed on. */
const seed = Number(process.env['PODSIM_LAW_SEED'] ?? 29);
const rounds = Math.max(1, Math.round((10_000 / requestsInRound) * Number(process.env['PODSIM_LAW_RUNS'] ?? 1)));
/** The suite ends once every operation has succeeded and every status was seen, but not before so many. */
const roundsAtLeast = process.env['PODSIM_LAW_RUNS'] === undefined ? fewOrAll(8, rounds) : rounds;
const atOnce = 6;

/** Operations that succeed only after certain other operations: random requests may miss that. */
const needPrecondition = ['reportWebhook', 'clearFault', 'dropWorld'];

/** Many of the requests are nearly valid: each operation succeeds at least once, and every status is seen. */
const unmet = (played: readonly Round[]): readonly (string | number)[] => {
  const statuses = new Set(played.flatMap((round) => [...round.statuses.keys()]));
  const done = new Set(played.flatMap((round) => [...round.done]));
  return [
    ...[200, 201, 204, 400, 401, 403, 404, 405, 408, 409, 413, 422, 431].filter((status) => !statuses.has(status)),
    ...allRows.filter(({ id }) => !done.has(id) && !needPrecondition.includes(id)).map(({ id }) => id),
  ];
};

const again = (failures: readonly string[]): string =>
  failures.length === 0
    ? ''
    : `again: PODSIM_LAW_SEED=${/seed (\d+)/.exec(failures[0] ?? '')?.[1]} PODSIM_LAW_RUNS=${requestsInRound / 10_000} npx vitest run test/http/calls/hostile.long.test.ts`;

test('hostile requests, thousands of them, break nothing, and each refusal is a problem document', {
  timeout: 120_000 * rounds,
}, async () => {
  const played: Round[] = [];
  let next = seed;
  const lane = async () => {
    while (next < seed + roundsAtLeast) played.push(await playRound(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  while (next < seed + rounds && unmet(played).length > 0) played.push(await playRound(next++));
  const failures = played.flatMap((round) => round.failures);
  expect(failures.slice(0, 20), again(failures)).toStrictEqual([]);
  if (rounds * requestsInRound < 10_000) return;
  expect(unmet(played)).toStrictEqual([]);
  const count = (from: number, to: number) =>
    played.flatMap((round) => [...round.statuses]).reduce((sum, [status, times]) => sum + (status >= from && status < to ? times : 0), 0);
  const requests = played.length * requestsInRound;
  expect(count(200, 300)).toBeGreaterThan(0.15 * requests);
  expect(count(400, 500)).toBeGreaterThan(0.5 * requests);
});
