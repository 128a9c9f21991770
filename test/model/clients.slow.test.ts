import { expect, test } from 'vitest';
import { choosePlans } from './differing.ts';
import { playInEngine } from './playInEngine.ts';
import { playInModel } from './playInModel.ts';
import { randomClients } from './randomClients.ts';

/** One of the few in which a request of a batch, whose attempt has begun and ended, is read while it waits again. */
const rarePlans = [604];

test('the model and the engine agree in each change, webhook and answer where clients stream, wait, hand in batches and call too often, of an API that may be slow or fail', () => {
  for (const k of new Set([...choosePlans(80, 4_000, (number) => playInModel(randomClients(`clients-${number}`)).lines), ...rarePlans])) {
    const plan = randomClients(`clients-${k}`);
    const { lines, nanoDollars } = playInModel(plan);
    const { lines: played, cost } = playInEngine(plan);
    expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
  }
});

const lines = Array.from({ length: 150 }, (_, k) => playInModel(randomClients(`clients-${k}`)).lines).flat();

test.each([
  { meet: 'a webhook that is tried again, and one that is not', patterns: [/ webhook 1 answered 500, again$/, / webhook 3 answered 500$/] },
  { meet: 'a stream that is held, and one that takes several chunks', patterns: [/ holds$/, / answers 200 job-\d+ chunks 1,2/] },
  {
    meet: 'a batch that is cancelled while jobs of it run',
    patterns: [/ answers 200 batch-0 FINALIZED/, / answers 200 batch-0 CANCELLED/],
  },
  { meet: 'a request of a batch with its result, and one without', patterns: [/COMPLETED output from/, /COMPLETED from/] },
  {
    meet: 'an answer that is late, one that is not, and one that the edge cuts',
    patterns: [/ holds$/, / answers 503 fault.window$/, / answers 524$/],
  },
  {
    meet: 'a PATCH of the scaler, and one that is refused',
    patterns: [/ by count 2 timeout/, / by delay \d+ idle \d+ timeout/, / answers 422 endpoint.idle-timeout/],
  },
  { meet: 'each limit', patterns: [/ 429 limits.queue again in [2-9]/, / 429 limits.at-once again in 1/, / 429 limits.exceeded again/] },
])('these plans meet $meet', ({ patterns }) => {
  for (const pattern of patterns)
    expect(
      lines.some((line) => pattern.test(line)),
      String(pattern),
    ).toBe(true);
});
