import { z } from 'zod';
import { duration } from '../api/contract/duration.ts';
import { later } from '../kernel/time.ts';
import { findOperation } from '../operations.ts';
import { type ClientEnding, endOf } from './client/end.ts';
import { exchangeOfStep } from './client/exchange.ts';
import { clientProperties, clientProperty } from './client/pack.ts';
import { ExchangeRecorder } from './client/recorder.ts';
import { type Break, propertyKind } from './kind.ts';

const [first = '', ...others] = clientProperties.map(({ name }) => name);

const schema = z.strictObject({
  client: z
    .enum([first, ...others])
    .describe(
      'What every client should hold: it is checked as if a client had made the calls of the steps, and had ended after the last one',
    ),
  ended: z
    .enum(['returned', 'threw', 'stopped', 'stuck'])
    .optional()
    .describe('How the client ended: `returned` unless given; `stopped` by a bound, or `stuck` waiting for what never comes'),
  said: z.string().optional().describe('What the client returned, threw or printed: what it names there, its caller knows of'),
  latency: duration.optional().describe('How long after it left the world an answer reached the client; at once unless given'),
  lost: z
    .record(z.string(), z.string())
    .optional()
    .describe('The answers that did not reach the client: why not, by the names of the steps'),
});

/** `client`: the steps make the calls of a client, and it does nothing that clients should not do. */
export const client = propertyKind({
  key: 'client',
  schema,
  text: ({ client: name }) => `client ${name}`,
  looks: () => [],
  watch: ({ client: name, ended = 'returned', said, latency = 0, lost = {} }, { world }) => {
    const recorder = new ExchangeRecorder();
    let how: ClientEnding = ended;
    return {
      call: ({ operation, request, step = '' }) => {
        const row = findOperation(operation);
        if (row === undefined || row.api === 'control') return undefined;
        const number = recorder.note(exchangeOfStep({ number: 0, sentAt: world.now }, row, request));
        const why = lost[step];
        if (why !== undefined) recorder.lose(number, later(world.now, latency), why);
        return (answer) => {
          if (why === undefined) recorder.answerStep(number, later(world.now, latency), answer);
        };
      },
      end: ({ isCut }) => {
        if (isCut) how = 'stopped';
      },
      verdict: () => {
        const { exchanges } = recorder;
        const found = clientProperty(name)?.broken(exchanges, endOf(world, how, said));
        if (found === undefined) return { evaluated: exchanges.length > 0 };
        const broken: Break = { words: found.words, at: found.exchange?.sentAt ?? world.now, shape: found.exchange?.operation ?? '' };
        return { evaluated: true, broken };
      },
    };
  },
});
