import type { Plan } from '../plan.ts';

/** A load-balancing endpoint, and what clients ask of it. Its workers are those of a plan, whose acts it leaves out. */
export interface BalancerPlan {
  readonly pool: Plan;
  /** How many requests a worker has in flight at most. */
  readonly perWorker: number;
  /** How long a request waits for a worker, and how long it may take, whatever the endpoint says. */
  readonly workerWait: number;
  readonly processingMax: number;
  /** What the header says that names a worker; and how long a request that is bound by a word waits for its worker. */
  readonly affinity: 'pins' | 'by-word';
  readonly strictWait: number;
  /** What a request is answered that found no worker. */
  readonly noWorker: '503' | '400';
  readonly acts: readonly BalancerAct[];
}

/** Requests are named by the order in which they are sent, from 0. */
export type BalancerAct = { readonly at: number } & (
  | { readonly do: 'request'; readonly request: RequestPlan }
  | { readonly do: 'leave'; readonly request: number }
  | { readonly do: 'ping' }
  | { readonly do: 'workers' }
  | { readonly do: 'scale'; readonly min: number; readonly max: number }
  | { readonly do: 'release'; readonly image: number }
  | { readonly do: 'delete' }
);

export interface RequestPlan {
  readonly runs: number;
  readonly ending: 'complete' | 'fail' | 'crash' | 'hang';
  /** The status of the answer of a worker, if it gives one of its own. */
  readonly status: number | null;
  /** The number of the worker that it names, from 1, and the word before it; words are not used where the header pins. */
  readonly names: { readonly word: '' | 'strict' | 'strict-resume'; readonly worker: number } | null;
}
