import type { Kind } from '../../../../../engine/cloud/index.ts';
import type { VirtualTime } from '../../../../../engine/kernel/index.ts';
import { Trace } from '../../../../../engine/world/index.ts';
import { listTags } from '../../marks.ts';
import { Depth } from '../depth.ts';
import type { Landmarks } from '../landmarks.ts';
import type { RunLog } from '../runLog.ts';
import type { PlacedChange } from './whereabouts.ts';

/** The part of a world that views show: an endpoint, a host, or a status. Undefined is any. */
export interface Scope {
  readonly endpoint?: string | undefined;
  readonly host?: string | undefined;
  readonly status?: string | undefined;
}

/** Picks the chosen parts of a scope, as an address has them. */
export const pickChosen = (scope: Scope): Partial<Record<keyof Scope, string>> =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined));

export const isWhole = (scope: Scope): boolean => Object.values(scope).every((part) => part === undefined);

/** Whether something is in a scope. */
export const isIn = (
  { endpoint, host, status }: Scope,
  one: { readonly endpoint: string; readonly host: string; readonly status: string },
): boolean => (endpoint ?? one.endpoint) === one.endpoint && (host ?? one.host) === one.host && (status ?? one.status) === one.status;

/** The choices that a log offers, in order. */
export const choicesIn = ({ whereabouts: { changes } }: RunLog): Readonly<Record<keyof Scope, readonly string[]>> => {
  const found = { endpoint: new Set<string>(), host: new Set<string>(), status: new Set<string>() };
  for (const { kind, endpoint, host, status } of changes) {
    found.endpoint.add(endpoint);
    found.host.add(host);
    if (!listTags(kind, status).includes('gone')) found.status.add(status);
  }
  const list = (values: ReadonlySet<string>): readonly string[] => [...values].filter((value) => value !== '').sort();
  return { endpoint: list(found.endpoint), host: list(found.host), status: list(found.status) };
};

/** The lines of the tape, for everything or for a scope. */
export interface TapeLines {
  readonly depth: Depth;
  readonly landmarks: Pick<Landmarks, 'seqs' | 'kinds' | 'faults'>;
  /** What the line counts. */
  readonly counted: string;
}

/**
 * Counts waiting entities; in a scope with a host, running ones; in a scope with a status, all in it. Faults are always those of the whole
 * world.
 */
export const readTapeLines = (log: RunLog, scope: Scope): TapeLines => {
  const { landmarks, whereabouts } = log;
  if (isWhole(scope)) return { depth: log.depth, landmarks, counted: 'queued' };
  const [tag, counted] = scope.host === undefined ? ['waiting', 'queued'] : ['running', 'in progress'];
  const depth = new Depth();
  countOver(
    whereabouts.changes,
    (one, now) =>
      isIn(scope, { ...one, ...now }) &&
      (scope.status !== undefined || (isWork(one) && listTags(one.kind, now.status).includes(tag as string))),
    (by, at) => depth.change(by, at),
  );
  const kept = [...landmarks.seqs.keys()].filter((k) => isLandmarkIn(log, scope, landmarks.seqs[k] as number));
  const pick = <T>(list: readonly T[]): T[] => kept.map((k) => list[k] as T);
  return {
    depth,
    counted: scope.status ?? (counted as string),
    landmarks: { seqs: pick(landmarks.seqs), kinds: pick(landmarks.kinds), faults: landmarks.faults },
  };
};

/** How many of a kind are in each status over time, within a scope. */
export const countStatuses = (log: RunLog, scope: Scope, kind: Kind): ReadonlyMap<string, Trace> => {
  const traces = new Map<string, Trace>();
  for (const change of log.whereabouts.changes) {
    if (change.kind !== kind) continue;
    for (const [now, by] of [
      [change.before, -1],
      [change, 1],
    ] as const) {
      if (!isIn(scope, { ...change, ...now })) continue;
      const trace = traces.get(now.status) ?? new Trace();
      traces.set(now.status, trace);
      trace.set(Math.max(0, (trace.values.at(-1) ?? 0) + by), change.at as VirtualTime);
    }
  }
  return traces;
};

type Now = PlacedChange['before'];

const countOver = (
  changes: readonly PlacedChange[],
  isCounted: (change: PlacedChange, now: Now) => boolean,
  add: (by: number, at: number) => void,
): void => {
  for (const change of changes) {
    const by = Number(isCounted(change, change)) - Number(isCounted(change, change.before));
    if (by !== 0) add(by, change.at);
  }
};

const isWork = ({ kind }: PlacedChange): boolean => kind === 'job' || kind === 'request';

/** What ends is where it was; a refused call is of the endpoint that its path names, and has neither host nor status. */
const isLandmarkIn = (log: RunLog, scope: Scope, seq: number): boolean => {
  const change = log.whereabouts.findChange(seq);
  if (change !== undefined) return isIn(scope, change) || (scope.status === undefined && isIn(scope, { ...change, ...change.before }));
  const { event, cause = 0 } = log.entry(seq) ?? {};
  const call = event?.type === 'InputRefused' ? log.entry(cause)?.event : undefined;
  return isIn(scope, { endpoint: (call?.type === 'InputReceived' && call.request.params['endpoint_id']) || '', host: '', status: '' });
};
