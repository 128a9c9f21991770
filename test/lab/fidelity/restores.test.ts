import { describe, expect, test } from 'vitest';
import { fitRestores } from '../../../engine/lab/fidelity/estimate/restores.ts';
import type { Seen } from '../../../engine/lab/fidelity/estimate/seen.ts';

const see = (run: string, value: number, of: number, after?: number): Seen => ({
  ...{ value, of, run, image: run },
  ...(after === undefined ? {} : { after }),
});
const minute = 60_000;

describe('restores of endpoints', () => {
  test('of which nothing was seen are as likely as starts, and endpoints lie far apart', () => {
    expect(fitRestores([])).toMatchObject({ percent: 50 });
    expect(fitRestores([]).spread).toBeGreaterThan(25);
  });

  test('lie far apart where one endpoint always and another never restores, and close where all have one share', () => {
    const apart = fitRestores([see('a', 20, 20, 0), see('b', 0, 20, 0), see('c', 19, 20, 0), see('d', 1, 20, 0)]);
    const alike = fitRestores(['a', 'b', 'c', 'd', 'e', 'f'].map((run) => see(run, 10, 20, 0)));
    expect(apart.percent).toBeGreaterThan(40);
    expect(apart.percent).toBeLessThan(60);
    expect(alike.spread * 2).toBeLessThan(apart.spread);
  });

  test('of one endpoint count as one, however many wakes it had', () => {
    const { percent } = fitRestores([see('a', 200, 200, 0), see('b', 1, 3, 0), see('c', 1, 3, 0)]);
    expect(percent).toBeLessThan(70);
  });

  test('last until counts after a longer pause say otherwise, but not of another endpoint', () => {
    const life = fitRestores([see('a', 40, 40, minute), see('a', 20, 40, 20 * minute)]).lifeMs;
    expect(life).toBeGreaterThan(36 * minute);
    expect(life).toBeLessThan(44 * minute);
    expect(fitRestores([see('a', 20, 20, 2 * minute), see('b', 5, 5, 20 * minute)]).lifeMs).toBeGreaterThan(60 * minute);
  });

  test('tell less against an endpoint if the pauses are not known', () => {
    const others = [see('a', 16, 22, 0), see('b', 3, 3, 0)];
    expect(fitRestores([...others, see('c', 0, 5)]).percent).toBeGreaterThan(fitRestores([...others, see('c', 0, 5, 0)]).percent + 5);
  });
});
