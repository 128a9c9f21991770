import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import type { InputEvent, Request } from '../../../../engine/cloud/input.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';

const name = 'quotas-recounted';

export const quotaRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'in each window, as many calls of an account are let in as its limits allow, whichever of its keys they have, and none of these is refused for a limit; no create or PATCH takes the workers of an account beyond its quota, and none that stays within it is refused for it',
    },
  ],
  open: (sources) => new Quotas(sources),
};

/** How many calls count towards each limit, and how many workers each account asks for (limits.windows, limits.queue, endpoint.quota). */
class Quotas implements Recount {
  readonly #sources: Sources;
  /** By the length of the window, the calls in the newest one. */
  readonly #windows = new Map<number, { readonly number: number; readonly calls: Map<string, number> }>();
  readonly #accountOf = new Map<string, string>();
  readonly #endpoints = new Map<string, { readonly accountId: string; readonly max: number }>();
  readonly #asked = new Map<string, number>();
  readonly watch = new DueWatch();
  /** What is wrong with the newest call if it is not refused. */
  #over: string | null = null;
  /** Who makes the newest call, and what of. */
  #call: AccountCall = { accountId: '', request: { params: {}, query: {} } };

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    AccountKeyCreated: ({ accountId, key: { digest } }) => {
      this.#accountOf.set(digest, accountId);
    },
    CallsCounted: ({ counted }, { at }) => {
      for (const { of, windowMs, calls } of counted) this.#count(of, windowMs, at, calls);
      return this.#settle();
    },
    InputReceived: (event, { at }) => this.#settle() ?? this.#arrives(event, at),
    InputRefused: ({ operation, rule, detail, status }, { at }) => {
      if (rule === 'endpoint.quota') return this.#settle() ?? this.#refuses(operation, at);
      const isOver = this.#over !== null;
      const isRefused = status === 429 && (rule === 'limits.exceeded' || rule === 'limits.queue');
      if (isOver && isRefused) this.#over = null;
      if (isOver || !isRefused || detail.startsWith('the queue is full')) return this.#settle();
      return { name, words: `${operation} was refused for a limit that is not used up, at ${formatVirtualTime(at)}` };
    },
    EndpointCreated: ({ endpointId, accountId, config }, { at }) => this.#asks(endpointId, accountId, config, at),
    EndpointUpdated: ({ endpointId, config }, { at }) =>
      this.#asks(endpointId, this.#endpoints.get(endpointId)?.accountId ?? '', config, at),
    EndpointDeleted: ({ endpointId }) => {
      const { accountId = '', max = 0 } = this.#endpoints.get(endpointId) ?? {};
      this.#asked.set(accountId, (this.#asked.get(accountId) ?? 0) - max);
      this.#endpoints.delete(endpointId);
    },
  };

  timePasses(): Broken | undefined {
    this.watch.clear();
    return this.#settle();
  }

  dump(): QuotasDump {
    const [windows, accountOf, endpoints, asked, over] = [this.#windows, this.#accountOf, this.#endpoints, this.#asked, this.#over];
    return { windows, accountOf, endpoints, asked, over, call: this.#call };
  }

  *load({ windows, accountOf, endpoints, asked, over, call }: QuotasDump): Steps<void> {
    this.#call = call;
    for (const [windowMs, { number, calls }] of windows) this.#windows.set(windowMs, { number, calls: new Map(calls) });
    yield* fillInSteps(this.#accountOf, accountOf);
    yield* fillInSteps(this.#endpoints, endpoints);
    yield* fillInSteps(this.#asked, asked);
    this.#over = over;
  }

  /** The newest call was let in. */
  #settle(): Broken | undefined {
    const words = this.#over;
    this.#over = null;
    return words === null ? undefined : { name, words };
  }

  #arrives({ operation, client, request, counted = [] }: Extract<InputEvent, { type: 'InputReceived' }>, at: VirtualTime): undefined {
    const accountId = 'digest' in client ? this.#accountOf.get(client.digest) : undefined;
    if (accountId === undefined) return;
    this.#call = { accountId, request };
    for (const { of, windowMs } of counted) {
      const group = of.slice(0, of.indexOf(' '));
      const calls = this.#count(`${group} ${accountId}${this.#placeOf(group, request.params['endpoint_id'], accountId)}`, windowMs, at, 1);
      const allowed = this.#limitOf(group);
      if (calls <= allowed) continue;
      this.#over = `${operation} was let in at ${formatVirtualTime(at)}, as call ${calls} of ${accountId} in its window, where ${allowed} are allowed (${group})`;
      this.watch.set();
    }
  }

  /** The queue API counts for each endpoint; those that the account does not have share one count. */
  #placeOf(group: string, endpointId: string | undefined, accountId: string): string {
    if (group === 'minute' || group === 'hour' || group === 'day') return '';
    return ` ${this.#endpoints.get(endpointId ?? '')?.accountId === accountId ? endpointId : '(none)'}`;
  }

  #limitOf(group: string): number {
    const { account } = this.#sources.settings;
    const { perMinute, perHour, perDay, runPerWindow, runsyncPerWindow, readPerWindow, cancelPerWindow, purgePerWindow, openaiPerWindow } =
      account;
    const queue = {
      run: runPerWindow,
      runsync: runsyncPerWindow,
      read: readPerWindow,
      cancel: cancelPerWindow,
      purge: purgePerWindow,
      openai: openaiPerWindow,
    };
    const all: Readonly<Record<string, number>> = { minute: perMinute, hour: perHour, day: perDay, ...queue };
    return all[group] ?? 0;
  }

  #count(of: string, windowMs: number, at: VirtualTime, calls: number): number {
    const number = Math.floor(at / windowMs);
    const known = this.#windows.get(windowMs);
    const window = known?.number === number ? known : { number, calls: new Map<string, number>() };
    const sum = (window.calls.get(of) ?? 0) + calls;
    window.calls.set(of, sum);
    if (window !== known) this.#windows.set(windowMs, window);
    return sum;
  }

  /** The quota may have been lowered since: what asks for no more than before stays within it. */
  #asks(endpointId: string, accountId: string, { workers: { max } }: EndpointConfig, at: VirtualTime): Broken | undefined {
    const had = this.#endpoints.get(endpointId)?.max ?? 0;
    const asked = (this.#asked.get(accountId) ?? 0) - had + max;
    this.#asked.set(accountId, asked);
    this.#endpoints.set(endpointId, { accountId, max });
    const { workersQuota } = this.#sources.settings.account;
    if (max <= had || asked <= workersQuota) return undefined;
    return {
      name,
      words: `${endpointId} asks for ${max} workers at ${formatVirtualTime(at)}, which makes ${asked} of ${accountId}, and its quota is ${workersQuota}`,
    };
  }

  /** What is wrong where a create or PATCH is refused for the quota of workers. */
  #refuses(operation: string, at: VirtualTime): Broken | undefined {
    const { accountId, request } = this.#call;
    const { settings } = this.#sources;
    const { max: had = 0 } = this.#endpoints.get(request.params['id'] ?? '') ?? {};
    const { workers } = (request.body ?? {}) as { readonly workers?: { readonly max?: number } };
    const max = workers?.max ?? (operation === 'createEndpoint' ? settings.endpoint.workersMax : had);
    const asked = (this.#asked.get(accountId) ?? 0) - had + max;
    const { workersQuota } = settings.account;
    if (max > had && asked > workersQuota) return undefined;
    return {
      name,
      words: `${operation} was refused at ${formatVirtualTime(at)} for the quota of ${workersQuota} workers, and makes ${asked} of ${accountId}`,
    };
  }
}

/** A call of an account. */
interface AccountCall {
  readonly accountId: string;
  readonly request: Request;
}

interface QuotasDump {
  readonly windows: ReadonlyMap<number, { readonly number: number; readonly calls: ReadonlyMap<string, number> }>;
  readonly accountOf: ReadonlyMap<string, string>;
  readonly endpoints: ReadonlyMap<string, { readonly accountId: string; readonly max: number }>;
  readonly asked: ReadonlyMap<string, number>;
  readonly over: string | null;
  readonly call: AccountCall;
}
