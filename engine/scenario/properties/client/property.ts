import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { ClientPropertyName } from './names.ts';

/** What every client of the platform should hold, whatever it is for. */
export interface ClientProperty {
  readonly name: ClientPropertyName;
  /** What holds, in one sentence. */
  readonly about: string;
  /** A public complaint about a client that did not. */
  readonly complaint: { readonly repository: string; readonly issue: number };
  /** Whether it stays broken whatever the client still does: then a run need not go on. */
  readonly lasting: boolean;
  /** What the client did wrong; undefined if the property holds. */
  readonly broken: (exchanges: readonly Exchange[], end: ClientEnd) => BrokenClient | undefined;
}

export interface BrokenClient {
  /** What the client did, with the number and the time of the call, and what it should do instead. */
  readonly words: string;
  /** The call that shows it. */
  readonly exchange?: Exchange;
}
