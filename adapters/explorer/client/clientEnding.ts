import type { ClientOutcome } from './clientOutcome.ts';

/** How a run of a client came to its end. */
export type HowItEnded =
  | { readonly value: unknown }
  | { readonly thrown: unknown }
  | { readonly bound: string }
  /** It has done something that nothing makes good. */
  | { readonly isHopeless: true }
  /** Nothing is left that could wake the client. */
  | { readonly stuck: string };

export const describeEnding = (end: HowItEnded): Pick<ClientOutcome, 'how' | 'said'> => ({
  how: 'value' in end ? 'returned' : 'thrown' in end ? 'threw' : 'stuck' in end ? 'stuck' : 'stopped',
  said: 'value' in end ? formatLastWords(end.value) : 'thrown' in end ? formatLastWords(end.thrown) : undefined,
});

/** What a client said at its end, with the causes of its error. */
const formatLastWords = (value: unknown): string | undefined => {
  if (value instanceof Error) return [value.message, ...(value.cause === undefined ? [] : [formatLastWords(value.cause)])].join('; ');
  if (typeof value === 'string' || value === undefined) return value;
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
};

/** An error that no code of the client handled. */
export class Uncaught extends Error {
  constructor(thrown: unknown) {
    super(`no code handled ${describeThrown(thrown)}`);
  }
}

/** A client may throw: it has given up. But mistakes of a program are no way to give up. */
export const isMistake = (thrown: unknown, failures: WeakSet<object>): boolean =>
  thrown instanceof Error &&
  !failures.has(thrown) &&
  (thrown instanceof Uncaught || mistakes.some((Kind) => thrown instanceof Kind) || thrown.name === 'AssertionError');

const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError];

export const describeThrown = (thrown: unknown): string =>
  thrown instanceof Uncaught
    ? thrown.message
    : thrown instanceof Error
      ? `${thrown.name}: ${thrown.message}${adviceOn(thrown)}`
      : String(thrown);

/** What a client throws, or its calls, that brings timers of its own. */
const adviceOn = ({ message }: Error): string =>
  /^Can't install fake timers twice|^Cannot redefine property: constructor/.test(message)
    ? '; explore has virtual timers: take vi.useFakeTimers() out of the client'
    : '';
