import type { Choice } from '../../../engine/lab/explorer/index.ts';

/** What becomes of a call on its way: the request does not arrive, or its answer does not. */
export type CallFate = 'arrives' | 'request lost' | 'answer lost';

/** The network between a client and its world. */
export interface Network {
  /** From a request to its answer, in ms; beside what the platform takes. */
  readonly latencyMs: number;
  /** The calls, by their numbers, whose connection breaks. */
  readonly broken: readonly { readonly call: number; readonly fate: Exclude<CallFate, 'arrives'> }[];
  /** What becomes of the tries of each webhook, by their numbers; later ones arrive. */
  readonly hooks: readonly CallFate[];
  /** The jobs whose webhooks these are: all, or every second one, from the first or the second that ended. Those of the others arrive. */
  readonly hookJobs: HookJobs;
}

export const hookJobs = ['all', 'odd', 'even'] as const;
type HookJobs = (typeof hookJobs)[number];

/** Later ones arrive: a client that calls so often shows what it does when connections break before. */
const brokenUpTo = 60;

/** A network for a run. Half of them break no connection. */
export const networkFor = (choice: Choice, breaks: boolean): Network => {
  const latencyMs = choice.of([5, 40, 400]);
  const among = choice.of([4, 12]);
  const calls = breaks ? Array.from({ length: brokenUpTo }, (_, k) => k + 1).filter(() => choice.happens(1, among)) : [];
  return {
    latencyMs,
    broken: calls.map((call) => ({ call, fate: choice.of(['request lost', 'answer lost'] as const) })),
    hooks: [],
    hookJobs: 'all',
  };
};

/** A try whose answer is lost is made again, so that the webhook comes twice; one that is lost comes late; three that are lost, not at all. */
// biome-ignore format: a table
const hookFates: readonly (readonly CallFate[])[] = [
  [],
  ['answer lost'],
  ['request lost'],
  ['answer lost',  'answer lost'],
  ['request lost', 'answer lost'],
  ['request lost', 'request lost', 'request lost'],
];

/** What becomes of webhooks in a run. */
export const hooksFor = (choice: Choice): readonly CallFate[] => choice.of(hookFates);

/** `place`: which of the jobs it is, by the order of their first webhooks, from 1. */
export const findHookFate = ({ hooks, hookJobs: jobs }: Network, attempt: number, place: number): CallFate =>
  jobs === 'all' || (jobs === 'odd') === (place % 2 === 1) ? (hooks[attempt - 1] ?? 'arrives') : 'arrives';

/** Counts jobs in the order of their first webhooks. */
export class HookPlaces {
  readonly #places = new Map<string, number>();

  of(jobId: string): number {
    const place = this.#places.get(jobId) ?? this.#places.size + 1;
    this.#places.set(jobId, place);
    return place;
  }
}

export const findCallFate = ({ broken }: Network, call: number): CallFate => broken.find((one) => one.call === call)?.fate ?? 'arrives';
