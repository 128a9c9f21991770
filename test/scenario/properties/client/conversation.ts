import type { Json } from '../../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import type {
  ClientEnd,
  ClientEnding,
  CreatedResource,
  HookPosted,
  JobAtEnd,
  ResourceAtEnd,
} from '../../../../engine/scenario/properties/client/end.ts';
import { beginExchange, type Exchange, type OpenConnection } from '../../../../engine/scenario/properties/client/exchange.ts';
import { clientProperty } from '../../../../engine/scenario/properties/client/pack.ts';
import type { BrokenClient } from '../../../../engine/scenario/properties/client/property.ts';

/** A call of a client and its answer, as a test writes it. Times are in seconds. */
export interface CallWritten {
  readonly body?: Json;
  /** 200 unless given. */
  readonly status?: number;
  readonly answer?: Json;
  /** How long the answer takes; it comes at once unless given. */
  readonly takes?: number;
  readonly retryAfter?: number;
  readonly lost?: string;
  /** Sent together with so many others, before the answer to any of them came. */
  readonly together?: number;
  readonly because?: Exchange['because'];
  readonly open?: OpenConnection;
}

export type Call = readonly [at: number, call: string, written?: CallWritten];

const seconds = (count: number): VirtualTime => (count * 1_000) as VirtualTime;

/** The calls of a client, in order. */
const conversation = (calls: readonly Call[]): readonly Exchange[] =>
  calls.map(([at, call, written = {}], k) => {
    const { body, status = 200, answer, takes = 0, retryAfter, lost, together = 1, because, open } = written;
    const [method = '', url = ''] = call.split(' ');
    const text = body === undefined ? undefined : JSON.stringify(body);
    return {
      ...beginExchange({ number: k + 1, sentAt: seconds(at), method, url, body: text, ...(because === undefined ? {} : { because }) }),
      answeredAt: seconds(at + takes),
      answeredAfter: k + together,
      ...(lost === undefined ? { status } : { lost }),
      ...(answer === undefined ? {} : { answer }),
      ...(open === undefined ? {} : { open }),
      ...(retryAfter === undefined ? {} : { responseHeaders: { 'retry-after': String(retryAfter) } }),
    };
  });

/** The required properties, and any of the others; times as numbers. */
type Written<Row, Required extends keyof Row> = Pick<Row, Required> & {
  readonly [Key in keyof Row]?: Row[Key] extends VirtualTime | undefined ? number : Row[Key];
};

/** What stood at the end; times in seconds. */
export interface EndWritten {
  readonly at?: number;
  readonly said?: string;
  readonly jobs?: readonly Written<JobAtEnd, 'id'>[];
  readonly resources?: readonly Written<ResourceAtEnd, 'kind' | 'id'>[];
  readonly created?: readonly Written<CreatedResource, 'kind' | 'id'>[];
  readonly hooks?: readonly Written<HookPosted, 'jobId'>[];
}

/** What a property says of these calls; undefined if it holds. */
export const saidBy = (
  property: string,
  calls: readonly Call[],
  how: ClientEnding = 'returned',
  { at = 10_000, said, jobs = [], resources = [], created = [], hooks = [] }: EndWritten = {},
): BrokenClient | undefined => {
  const row = clientProperty(property);
  if (row === undefined) throw new Error(`the pack has no property ${property}`);
  const end: ClientEnd = {
    now: seconds(at),
    how,
    ...(said === undefined ? {} : { said }),
    jobs: jobs.map(({ submittedAt = 0, endedAt, overAt, ...job }) => ({
      hasCompleted: false,
      endpointId: 'ep',
      status: 'IN_PROGRESS',
      submittedAt: seconds(submittedAt),
      ...(endedAt === undefined ? {} : { endedAt: seconds(endedAt) }),
      ...(overAt === undefined ? {} : { overAt: seconds(overAt) }),
      input: {},
      ...job,
    })),
    resources: resources.map(({ createdAt = 0, ...one }) => ({ name: one.id, createdAt: seconds(createdAt), ...one })),
    created: created.map(({ createdAt = 0, goneAt, ...one }) => ({
      name: one.id,
      createdAt: seconds(createdAt),
      ...(goneAt === undefined ? {} : { goneAt: seconds(goneAt) }),
      ...one,
    })),
    hooks: hooks.map(({ at: postedAt = 0, ...hook }) => ({ attempt: 1, at: seconds(postedAt), status: 'COMPLETED', ...hook })),
  };
  return row.broken(conversation(calls), end);
};

export const submit = { body: { input: {} }, answer: { id: 'j', status: 'IN_QUEUE' } } as const satisfies CallWritten;
export const said = (status: string, id = 'j'): CallWritten => ({ answer: { id, status } });
