import { drawsFrom } from '../../kernel/rng.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { World } from '../../world/world.ts';
import { type PathProblem, problemAt } from '../format/problem.ts';
import type { Variables } from '../format/variables.ts';
import type { Failure } from '../step/failure.ts';
import type { LoadSpec } from './format.ts';
import { loadNames } from './keys.ts';
import { Load } from './load.ts';
import { type LoadCalls, LoadTally } from './loadCalls.ts';

/** The clients of a scenario's loads: the time of their next call, and the calls. They know only what real clients know. */
export class Loads {
  readonly #loads: readonly Load[];
  readonly #tally = new LoadTally();
  /** Whether clients retry or give up. */
  readonly #arePatient: boolean;

  /** `onAnswer` is called when a client that waited for an answer gets it. `callsMax` bounds each load: memory is finite. */
  constructor(specs: readonly LoadSpec[], world: World, variables: Variables, onAnswer: () => void, callsMax = 1_000_000) {
    const draw = drawsFrom(world.header.definition.seed);
    const names = loadNames(specs);
    const context = { variables, tally: this.#tally, onAnswer, callsMax };
    this.#loads = specs.map((spec, k) => new Load(names[k] ?? '', spec, draw, context));
    this.#arePatient = specs.some(({ onFailure, onRefusal, giveUpAfter }) => (onFailure ?? onRefusal ?? giveUpAfter) !== undefined);
  }

  /** The unmet expectations. */
  get failures(): readonly Failure[] {
    return this.#loads.flatMap(({ failures }, k) => failures.map((message) => ({ path: ['load', k], message })));
  }

  /** The loads that have ended before they made as many calls as they should. */
  get shortOfCalls(): readonly PathProblem[] {
    return this.#loads.flatMap(({ shortOfCalls: words }, k) => (words === undefined ? [] : [problemAt(['load', k, 'exactly'], words)]));
  }

  /** The calls so far, retries included, the refusals among the answered ones, and the clients' reactions. */
  get calls(): LoadCalls {
    const { refused, clients } = this.#tally;
    return { made: this.#loads.reduce((sum, { made }) => sum + made, 0), refused, clients: this.#arePatient ? clients : undefined };
  }

  /** When the next client calls or gives up; undefined if none is due now. */
  get next(): VirtualTime | undefined {
    return this.#first?.next;
  }

  /** Whether events of the world may decide when a client calls next. */
  get isAttentive(): boolean {
    return this.#loads.some(({ isAttentive }) => isAttentive);
  }

  /** The next client calls, or gives up. */
  act(world: World): void {
    this.#first?.act(world);
  }

  /** A job has ended or was removed. Returns true if that may decide the next call. */
  recordEnd(jobId: string, status: string, world: World): boolean {
    for (const load of this.#loads) {
      const decides = load.recordEnd(jobId, status, world);
      if (decides !== undefined) return decides;
    }
    return false;
  }

  /** Whether all calls are made and answered, and the jobs that they submitted have ended. */
  get isSettled(): boolean {
    return this.#loads.every(({ isSettled }) => isSettled);
  }

  /** The load whose client calls next; at equal times, the first in the file. */
  get #first(): Load | undefined {
    let first: Load | undefined;
    for (const load of this.#loads) {
      if (load.next !== undefined && (first?.next === undefined || load.next < first.next)) first = load;
    }
    return first;
  }
}
