import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import type { ClientPropertyName } from './names.ts';

/** A property that every client of the platform should have, whatever its purpose. */
export interface ClientProperty {
  readonly name: ClientPropertyName;
  /** The property, in one sentence. */
  readonly about: string;
  /** A public complaint about a client that did not. */
  readonly complaint: { readonly repository: string; readonly issue: number };
  /** Whether it stays broken whatever the client still does: then the run may stop. */
  readonly lasting: boolean;
  /** The mistake of the client; undefined if the property holds. */
  readonly broken: (exchanges: readonly Exchange[], end: ClientEnd) => BrokenClient | undefined;
}

export interface BrokenClient {
  /** The mistake, with the number and the time of the call, and what the client should do instead. */
  readonly words: string;
  /** The call that shows it. */
  readonly exchange?: Exchange;
}
