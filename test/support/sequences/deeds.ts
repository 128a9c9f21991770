import type { SomeSettings } from '../../../engine/cloud/entities.ts';
import type { AdvanceTarget } from '../../../engine/cloud/input.ts';
import { days } from '../../../engine/kernel/time.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';

/** Something done to a world that is not a call. */
export type Deed =
  | { readonly do: 'advance'; readonly target: AdvanceTarget }
  | { readonly do: 'reseed'; readonly seed: string }
  | { readonly do: 'settings'; readonly settings: SomeSettings }
  /** The client of the call that has waited longest goes away. */
  | { readonly do: 'leave' }
  /** The sequence continues in a fork. With a seed, the fork draws other numbers. */
  | { readonly do: 'fork'; readonly seed: string | null }
  | { readonly do: 'snapshot' }
  | { readonly do: 'record' }
  /** A wrong argument, by its number. */
  | { readonly do: 'wrong'; readonly which: number };

/** The most calendar entries that an advance of the clock runs. */
export const jumpMax = 60;

/** Mostly one that moves the clock, or that is wrong. */
export const deedFor = (choice: Choice): Deed => choice.pickWeighted(kinds)(choice);

// biome-ignore format: a table
const kinds: readonly (readonly [weight: number, made: (choice: Choice) => Deed])[] = [
  [4, (choice) => ({ do: 'advance',  target: choice.of(targets) })],
  [1, (choice) => ({ do: 'reseed',   seed: choice.of(['other', '']) })],
  [2, (choice) => ({ do: 'settings', settings: choice.of(settings) })],
  [2, () =>       ({ do: 'leave' })],
  [2, (choice) => ({ do: 'fork',     seed: choice.of(['another', null, null]) })],
  [2, () =>       ({ do: 'snapshot' })],
  [1, () =>       ({ do: 'record' })],
  [4, (choice) => ({ do: 'wrong',    which: choice.below(100) })],
];

const targets: readonly AdvanceTarget[] = [{ next: true }, { untilIdle: true }, { by: days(1) }, { by: 0 }];

const settings: readonly SomeSettings[] = [
  { worker: { imagePull: 0, start: 0 } },
  { job: { retentionRun: 1, workerMissedAfter: 0 } },
  { endpoint: { queuePerWorkerMax: 500, scalerEvery: 1_000 } },
  { account: { perMinute: 60, runPerWindow: 1_000 } },
  { worker: { crashLoop: 1, unhealthyRetry: 1 }, pod: { provision: 0 } },
];
