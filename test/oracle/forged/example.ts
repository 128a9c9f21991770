import type { DomainEvent } from '../../../engine/cloud/input.ts';

/** A world, and how an event of its log is forged: into others, or out of it. Nothing of the kind happens in a world. */
export interface Example {
  readonly world: string;
  readonly type: DomainEvent['type'];
  /** Which of these events, from 0, unless the first. */
  readonly nth?: number | 'all';
  readonly forge: (event: never) => object | null | readonly object[];
  readonly words: string;
}

export type Examples = Readonly<Record<string, readonly Example[]>>;
