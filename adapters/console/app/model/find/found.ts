import type { CallRow } from '../calls/callRows.ts';

/** Something that a reader may go to: an entity, an entry, a time, or a list with a filter. */
export type FoundThing = { readonly name: string; readonly detail: string } & (
  | { readonly what: 'entity'; readonly id: string /** Where it is shown; unless given, at the moment. */; readonly seq?: number }
  | { readonly what: 'time'; readonly at: number }
  | { readonly what: 'calls'; readonly filter: string /** The first of them. */; readonly call: CallRow | undefined }
  | { readonly what: 'entries'; readonly filter: string /** The first of them. */; readonly seq: number }
  | { readonly what: 'view'; readonly id: string }
  | { readonly what: 'rule' }
  | { readonly what: 'request'; readonly call: CallRow }
  | { readonly what: 'entry'; readonly seq: number }
);

/** What people most likely mean, and what only has their words in it. */
export interface FoundThings {
  readonly likely: readonly FoundThing[];
  readonly others: readonly FoundThing[];
}
