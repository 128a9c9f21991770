import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { podsimProcess } from '../../support/bundle.ts';
import { Folder } from '../../support/folder.ts';
import { OwnRedis, whyNoServer } from '../../support/serving/redis.ts';
import { ServingProcess } from '../../support/serving/servingProcess.ts';
import { resultsIn, writeStudy } from './fleet.ts';

/** `npm run torture:studies` asks for 50. */
const rounds = Number(process.env['PODSIM_TORTURE_ROUNDS'] ?? 2);
const seed = Number(process.env['PODSIM_LAW_SEED'] ?? 1);
const again = (round: number) => `round ${round} of PODSIM_LAW_SEED=${seed} PODSIM_TORTURE_ROUNDS=${rounds} npm run torture:studies`;
/** From 0 up to the limit, another row of them for each round. */
const draws = (round: number) => {
  let state = seed * 7_919 + round * 104_729;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
};

const folder = new Folder();
const study = writeStudy(folder);
const undisturbed = folder.at('undisturbed');
const alone = podsimProcess(['study', study, '--results', undisturbed, '--json']);
const command = (results: string, ...args: string[]) => ['study', study, '--json', '--results', results, ...args];
const atLeast = (results: string, count: number) => async (): Promise<boolean> => {
  try {
    return resultsIn(results).size >= count;
  } catch {
    return count === 0;
  }
};

describe('a study that is killed and begun again', () => {
  test('on threads has the bytes of one that was not disturbed', async () => {
    for (let round = 1; round <= rounds; round++) {
      const results = folder.at(`threads-${round}`);
      const draw = draws(round);
      await using first = new ServingProcess(command(results, '--jobs', '2'));
      const wanted = draw(20);
      await Promise.race([expect.poll(atLeast(results, wanted)).toBe(true), first.ended]);
      first.signal('SIGKILL');
      await first.ended;
      expect(podsimProcess(command(results)).out, again(round)).toBe(alone.out);
      expect(resultsIn(results), again(round)).toStrictEqual(resultsIn(undisturbed));
    }
  });

  const absent = whyNoServer();
  test.skipIf(absent !== undefined)(
    `by way of Redis, with its workers and Redis itself, too${absent === undefined ? '' : ` (skipped: ${absent})`}`,
    { timeout: 3_600_000 },
    async () => {
      const redis = new OwnRedis();
      for (let round = 1; round <= rounds; round++) {
        await redis.start();
        const draw = draws(round);
        const results = folder.at(`queue-${round}`);
        const queue = ['--queue', redis.url, '--queue-prefix', `round-${round}`];
        const worker = () => new ServingProcess(['study-worker', ...queue, '--jobs', '1']);
        await using first = new ServingProcess(command(results, ...queue));
        await using one = worker();
        await using two = worker();
        await expect.poll(atLeast(results, 1 + draw(10))).toBe(true);
        one.signal('SIGKILL');
        if (draw(2) === 0) first.signal('SIGKILL');
        // In every second round, the first included, Redis loses everything.
        if (round % 2 === 1) {
          await redis.kill();
          await setTimeout(draw(300));
          await redis.start();
        }
        await using second = new ServingProcess(command(results, ...queue));
        await using three = worker();
        expect((await second.ended).out, again(round)).toBe(alone.out);
        expect(resultsIn(results), again(round)).toStrictEqual(resultsIn(undisturbed));
        for (const process of [first, two, three]) process.signal('SIGKILL');
        await redis.kill();
      }
    },
  );
});
