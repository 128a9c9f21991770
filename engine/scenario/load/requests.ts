import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { GivenClient, Request } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { Draw } from '../../kernel/rng.ts';
import { formatDuration } from '../../kernel/time.ts';
import type { World } from '../../world/world.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { clientFor, requestInWords } from '../step/request.ts';
import { type LoadCall, type LoadSpec, listLoadCalls, runsHandler } from './format.ts';
import { callsOfTrace } from './resample.ts';
import { makeRetry } from './retries.ts';
import { listVariables, type Visit } from './visit.ts';

/** The request of a client. */
export interface Sent {
  readonly operation: string;
  readonly client: GivenClient;
  readonly request: Request;
}

/** The requests of a load's clients. A request without variables is made once. */
export class LoadRequests {
  readonly #spec: LoadSpec;
  readonly #calls: readonly LoadCall[];
  readonly #constant: readonly (Request | undefined)[];
  /** The variables of the scenario's steps. */
  readonly #variables: Variables;

  /** Of a trace whose calls are drawn: which of its calls the n-th client makes. */
  readonly #rows: readonly number[] | undefined;

  constructor(name: string, spec: LoadSpec, draw: Draw, variables: Variables) {
    this.#spec = spec;
    const { trace, durations, tokens, scale, resample } = spec;
    const isDrawn = trace !== undefined && (durations ?? tokens) !== undefined && (scale ?? resample) !== undefined;
    this.#rows = isDrawn ? callsOfTrace(name, spec, draw).map(({ row }) => row) : undefined;
    this.#calls = listLoadCalls(spec);
    this.#variables = variables;
    this.#constant = this.#calls.map(({ act, with: written }) => {
      const request = requestInWords(act, written, new Map());
      return isLeft(request) ? undefined : request.right;
    });
  }

  /** The next call of a visit. One that has a job already asks for a retry of it. Left says which variable is not set. */
  next(visit: Visit, world: World): Either<string, Sent> {
    const { act = '', with: written } = this.#calls[visit.step] ?? {};
    const variables = listVariables(visit, this.#variables);
    const known = this.#constant[visit.step];
    const request = known === undefined ? requestInWords(act, written, variables) : right(known);
    if (isLeft(request)) return request;
    const caller = substitute(this.#spec.as ?? '', variables);
    if (isLeft(caller)) return left('as is not set');
    const as = this.#spec.as === undefined ? undefined : String(caller.right);
    const operation = visit.jobId === undefined ? act : 'retry';
    return right({
      operation,
      client: clientFor(operation, world, as, written, variables),
      request: visit.jobId === undefined ? this.#withSize(request.right, { act }, visit) : makeRetry(request.right, visit.jobId),
    });
  }

  /**
   * The request of a job that takes as long, or as many tokens, as the load says. After the last of them, the first one follows. A call of a trace
   * keeps its own, whichever calls were drawn before it.
   */
  #withSize(request: Request, call: LoadCall, { turn }: Visit): Request {
    const { durations, tokens } = this.#spec;
    const row = this.#rows?.[turn - 1] ?? turn - 1;
    const ms = durations?.[row % durations.length];
    const counts = tokens?.[row % tokens.length];
    if ((ms === undefined && counts === undefined) || !runsHandler(call)) return request;
    const handler = (request.podsim?.handler ?? {}) as { readonly [key: string]: Json };
    const size: { readonly [key: string]: Json } = {
      ...(ms === undefined ? {} : { duration: { fixed: formatDuration(ms) } }),
      ...(counts === undefined ? {} : { tokens: counts }),
    };
    return { ...request, podsim: { handler: { ...handler, ...size } } };
  }
}
