import type { RunLog } from '../runLog.ts';
import { seqOfChange } from './changes.ts';
import type { ValuePath } from './fields.ts';

/** What a call was answered that was refused. */
export interface CallRefusal {
  readonly status: number;
  readonly rule: string | undefined;
  readonly detail: string;
  /** Each names the part that it is about, if it is about one. */
  readonly errors: readonly string[];
}

/** What came of a change. */
export interface AnsweredChange {
  readonly refusal: CallRefusal | undefined;
  /** Of a call to a server. */
  readonly answer?: { readonly status: number; readonly text: string };
}

/** What a branch answered its change: the refusal, if it is one. A change from which nothing follows leaves no entry. */
export const findRefusal = (log: RunLog, change: string): CallRefusal | undefined => {
  const seq = seqOfChange(log, change);
  if (seq === undefined) return undefined;
  for (const effect of log.causes.effects(seq, effectsMax)) {
    const event = log.entry(effect)?.event;
    if (event?.type === 'InputRefused') return { ...event, errors: event.errors ?? [] };
  }
  return undefined;
};

const effectsMax = 8;

/** The same of an answer over HTTP. */
export const readRefusal = (status: number, rule: string | undefined, text: string): CallRefusal | undefined => {
  if (status < 400) return undefined;
  try {
    const { detail, errors } = JSON.parse(text) as { readonly detail?: unknown; readonly errors?: unknown };
    return { status, rule, detail: typeof detail === 'string' ? detail : text, errors: Array.isArray(errors) ? errors.map(String) : [] };
  } catch {
    return { status, rule, detail: text, errors: [] };
  }
};

/** A sentence about a part of what was written. */
export interface Complaint {
  readonly path: ValuePath;
  readonly words: string;
}

/**
 * What a refusal says of which part. `$.match.worker: there is no …` is about the body, `query.limit: …` about the query, and what is not
 * there about the name in the path.
 */
export const placeComplaints = ({ status, detail, errors }: CallRefusal, names: readonly string[]): readonly Complaint[] => {
  const placed = errors.map((error): Complaint => {
    const [, root, inside, words] = /^(\$|query|path)((?:\.[\w-]+|\[\d+\])*): (.*)$/s.exec(error) ?? [];
    if (root === undefined || inside === undefined || words === undefined) return { path: [], words: error };
    const [, missing] = /^missing property '([^']+)'/.exec(words) ?? [];
    const path = [...inside.matchAll(/\.([\w-]+)|\[(\d+)\]/g)].map(([, name, place]) => name ?? Number(place));
    return { path: [...roots[root as keyof typeof roots], ...path, ...(missing === undefined ? [] : [missing])], words };
  });
  if (placed.length > 0 || status !== 404) return placed;
  const name = names.findLast((one) => detail.toLowerCase().includes(one.toLowerCase())) ?? names.at(-1);
  return name === undefined ? [] : [{ path: [name], words: detail }];
};

const roots = { $: ['body'], query: ['query'], path: [] } as const;

/** What to do about a refusal, by its status. */
export const adviseNext = ({ status }: CallRefusal): string => {
  if (status === 401 || status === 403) return 'Take a key that may do this; in a run, `as` in the text names one.';
  if (status === 404) return 'Choose one that is there at this moment, or move the moment.';
  if (status === 409) return 'Its status does not allow this now: move the moment, or choose another.';
  if (status === 429) return 'Its quota is used up: move the moment on.';
  if (status >= 500) return 'A fault answers so: remove the fault, or try again after it.';
  return 'Correct what it names, and try again.';
};
