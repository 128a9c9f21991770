import { type CallArguments, type CallResult, fillPath, findOperation, type OperationId } from '../../engine/api/index.ts';
import { InvalidArgument, type Json, type VirtualTime } from '../../engine/kernel/index.ts';
import type { Advance } from '../../engine/world/index.ts';
import type { Calls } from './calls.ts';
import { checkOptions, kindOfValue } from './checks/given.ts';
import type { AdvanceWritten, UntilOptions, UntilWritten } from './clock.ts';

/** A fault, as a scenario writes it. */
export type FaultInjected = CallArguments<'injectFault'>['body'];

/** The calls that a fault strikes; all calls of accounts unless given. */
export interface StruckCalls {
  readonly operation?: string;
  readonly endpoint?: string;
}

/** A call that a client has made, by HTTP or in the process. `status` is null while it has no answer. */
export interface MadeRequest {
  readonly operation: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** As JSON; absent where the call has none. One of more than 16 kB is text, and cut. */
  readonly body?: Json;
  readonly at: VirtualTime;
  readonly status: number | null;
  /** The rule that refused it. */
  readonly rule: string | null;
}

/** What moves the clock. The published types have this in place of the class, which names what only podsim itself has. */
export interface MovesClock {
  advance(target: AdvanceWritten): Promise<Advance>;
  until(condition: UntilWritten, options: UntilOptions): Promise<Advance>;
}

/** A call in the journal of the world. */
export interface NotedCall {
  readonly operation: string;
  readonly request: {
    readonly params: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly body?: Json;
  };
  readonly at: VirtualTime;
  /** 0 while it has no answer. */
  readonly status: number;
  readonly rule: string | undefined;
}

/** What tests do most often with a world, by one word each. The fixture of pytest has the same words. */
export abstract class WorldActions {
  abstract readonly call: Calls;
  protected abstract readonly mover: MovesClock;
  /** The calls so far, newest first. */
  protected abstract listCalls(): Iterable<NotedCall>;

  /**
   * Moves the clock, and runs what is due on the way. When it resolves, pending calls that became answerable have their answers, and the
   * code that awaited them has continued. A webhook is answered at the instant at which it is posted. Rejects with what `onWebhook` has
   * thrown.
   */
  advance(target: AdvanceWritten): Promise<Advance> {
    return this.mover.advance(target);
  }

  /** Moves the clock, timer by timer, until a condition holds. Rejects, and says what is there instead, when it is not met in time. */
  until(condition: UntilWritten, options: UntilOptions = {}): Promise<Advance> {
    return this.mover.until(condition, options);
  }

  /** Injects a fault; its times count from now. */
  inject(fault: FaultInjected): Promise<CallResult<'injectFault'>> {
    return this.call.injectFault({ body: fault }).orThrow();
  }

  /** Has the next calls refused, each with this status from 400 to 599. */
  failNext(calls = 1, status = 503, match: StruckCalls = {}): Promise<CallResult<'injectFault'>> {
    if (typeof calls !== 'number')
      throw new InvalidArgument(`world.failNext: takes a number of calls, such as failNext(2, 503), and got ${kindOfValue(calls)}`);
    checkOptions('world.failNext', match, { operation: 1, endpoint: 1 });
    return this.inject({ fault: 'api-error', match, limit: calls, status } as FaultInjected);
  }

  /** Has no host with this GPU free, or none at all, for so long: a day unless given. What runs already continues. */
  outOfStock(gpu?: string, options: { readonly lasts?: string } = {}): Promise<CallResult<'injectFault'>> {
    checkOptions('world.outOfStock', options, { lasts: 1 });
    const { lasts = '1d' } = options;
    return this.inject({ fault: 'no-capacity', match: gpu === undefined ? {} : { gpu }, window: { to: lasts } });
  }

  /** Makes an API key. Its secret is in `key`; the name that it is given is what `as` of a call takes. */
  createKey(key: NonNullable<CallArguments<'createKey'>['body']> = {}): Promise<CallResult<'createKey'>> {
    return this.call.createKey({ body: key }).orThrow();
  }

  /** Has what runs in a pod print lines of its log, while its container runs. */
  logLine(pod: string, ...lines: readonly string[]): Promise<CallResult<'podPrinted'>> {
    return this.call.podPrinted({ id: pod, body: { lines: [...lines] } }).orThrow();
  }

  /** The newest 1,000 calls of both APIs, oldest first, also those that were refused. Unknown paths are in `refusedRequests`. */
  requests(filter: { readonly operation?: OperationId } = {}): readonly MadeRequest[] {
    checkOptions('world.requests', filter, { operation: 1 });
    const { operation } = filter;
    if (operation !== undefined && findOperation(operation) === undefined)
      throw new InvalidArgument(`world.requests: there is no operation '${operation}' (\`podsim spec operations\` lists all)`);
    const made: MadeRequest[] = [];
    for (const { operation: id, request, at, status, rule } of this.listCalls()) {
      const row = findOperation(id);
      // What the test does to the world is no call of its client.
      if (row === undefined || row.api === 'control' || (operation ?? id) !== id) continue;
      const { params, query, body } = request;
      const path = fillPath(row, params);
      const answered = { at, status: status === 0 ? null : status, rule: rule ?? null };
      made.push({ operation: id, path, query, ...(body === undefined ? {} : { body }), ...answered });
    }
    return made.reverse();
  }
}
