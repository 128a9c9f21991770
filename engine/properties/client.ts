import { z } from 'zod';
import { findOperation } from '../operations.ts';
import { endOf } from './client/end.ts';
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
});

/** `client`: the steps make the calls of a client, and it does nothing that clients should not do. */
export const client = propertyKind({
  key: 'client',
  schema,
  text: ({ client: name }) => `client ${name}`,
  looks: () => [],
  watch: ({ client: name }, { world }) => {
    const recorder = new ExchangeRecorder();
    let how: 'returned' | 'stopped' = 'returned';
    return {
      call: ({ operation, request }) => {
        const row = findOperation(operation);
        if (row === undefined || row.api === 'control') return undefined;
        const number = recorder.note(exchangeOfStep({ number: 0, sentAt: world.now }, row, request));
        return (answer) => recorder.answerStep(number, world.now, answer);
      },
      end: ({ isCut }) => {
        how = isCut ? 'stopped' : 'returned';
      },
      verdict: () => {
        const { exchanges } = recorder;
        const found = clientProperty(name)?.broken(exchanges, endOf(world, how));
        if (found === undefined) return { evaluated: exchanges.length > 0 };
        const broken: Break = { words: found.words, at: found.exchange?.sentAt ?? world.now, shape: found.exchange?.operation ?? '' };
        return { evaluated: true, broken };
      },
    };
  },
});
