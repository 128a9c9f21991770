import type { WireBody } from './wire.ts';

/** Two accounts with templates, registry credentials, secrets, and pods, endpoints and clusters that use them. No two acts are at one time. */
export interface ResourcePlan {
  /** Which document the accounts follow: the older one has no secrets, and no pages. */
  readonly contract: '2026-08' | '2026-11';
  readonly acts: readonly ResourceAct[];
}

/** Alice and Bob own an account each. The reader has a key of Alice's account that only reads, and the stranger one that no account has. */
export type Caller = 'alice' | 'reader' | 'bob' | 'stranger';

export type OwnedName = 'template' | 'registry' | 'secret' | 'pod' | 'endpoint' | 'cluster';

/**
 * Resources are numbered by the order in which those of their kind are created in the world, from 0; creates that are refused make none.
 * A body refers to one as `registry-2`.
 */
export type ResourceAct = { readonly at: number; readonly by: Caller } & (
  | { readonly do: 'create'; readonly of: OwnedName; readonly body: WireBody }
  | { readonly do: 'change'; readonly of: Exclude<OwnedName, 'registry'>; readonly number: number; readonly body: WireBody }
  | { readonly do: 'get' | 'delete'; readonly of: OwnedName; readonly number: number }
  | { readonly do: 'members'; readonly number: number }
  | OwnedList
  /** Goes on where one of the newest answers with a page has ended: the last is 0. `like`: which of the newest lists is asked for. */
  | { readonly do: 'next'; readonly page: number; readonly like: number }
  /** The public templates of all. */
  | { readonly do: 'catalog' }
);

/** `limit`: as the query has it. */
export interface OwnedList {
  readonly do: 'list';
  readonly of: 'template' | 'registry' | 'secret';
  readonly limit: string | null;
}
