import { delays, type FaultKind, type Kind, matchable, type State, strikesAt } from '../../../../../engine/cloud/index.ts';
import type { Json } from '../../../../../engine/kernel/index.ts';
import type { ValuePath } from './fields.ts';

/** A fault in plain words, with what it needs beside its kind. */
export interface FaultForm {
  readonly fault: FaultKind;
  readonly words: string;
  readonly body: { readonly [key: string]: Json };
  /** The part of a match that it begins with, where anything may be struck. */
  readonly part?: 'worker' | 'host' | 'endpoint' | 'gpu';
}

const soon = { window: { to: '5m' } };

/** Every kind of fault; one that people call by two names twice. */
// biome-ignore format: a table
export const faultForms: readonly FaultForm[] = [
  { fault: 'worker-crash',            words: 'Crash a worker',                                    body: { at: '0s' },               part: 'worker' },
  { fault: 'host-failure',            words: 'Lose a host',                                       body: { at: '0s' },               part: 'host' },
  { fault: 'no-capacity',             words: 'Throttle the workers of an endpoint',               body: soon,                       part: 'endpoint' },
  { fault: 'no-capacity',             words: 'Stock is gone: no host has the GPU',                body: soon,                       part: 'gpu' },
  { fault: 'api-error',               words: 'Calls fail with 503',                               body: { ...soon, status: 503 } },
  { fault: 'api-latency',             words: 'Answers come late',                                 body: { ...soon, delay: '2s' } },
  { fault: 'answer-is',               words: 'Calls get an answer of your own',                   body: { ...soon, answer: { status: 200 } } },
  { fault: 'answer-lost',             words: 'Calls are done, and their answers get lost',        body: { limit: 1 } },
  { fault: 'answer-500-after-effect', words: 'Calls are done, and answered 500',                  body: { limit: 1 } },
  { fault: 'answer-late',             words: 'Calls are done at once, and answered late',         body: { limit: 1, delay: '30s' } },
  { fault: 'answer-cut',              words: 'An answer breaks off',                              body: { limit: 1 } },
  { fault: 'edge-timeout',            words: 'The edge cuts calls that wait',                     body: soon },
  { fault: 'image-pull-failure',      words: 'Image pulls fail',                                  body: soon },
  { fault: 'slow-image-pull',         words: 'Image pulls are slow',                              body: { ...soon, delay: '1m' } },
  { fault: 'not-yet-reachable',       words: 'Pods that run cannot be reached yet',               body: { ...soon, delay: '1m' } },
  { fault: 'list-lag',                words: 'Lists lack what is new',                            body: { ...soon, delay: '10s' } },
  { fault: 'views-disagree',          words: 'Views of an endpoint disagree',                     body: soon },
  { fault: 'quota-cut',               words: 'The platform takes workers of idle endpoints away', body: { at: '0s' } },
];

/** What strikes what is selected, if it can; else something that is there, where the fault is of one thing. */
export const matchSelected = ({ fault, part }: FaultForm, state: State, selected: StruckEntity | undefined): Record<string, string> => {
  const parts = matchable[fault] as readonly string[];
  const own = selected === undefined ? {} : placeSelected(state, selected);
  const [name] = [part, ...(part === undefined ? ['worker', 'pod', 'endpoint', 'host'] : [])].filter(
    (one) => one !== undefined && own[one] && parts.includes(one),
  );
  if (name !== undefined) return { [name]: own[name] as string };
  const first = part === undefined ? undefined : findFirst(state, part);
  return part === undefined || first === undefined ? {} : { [part]: first };
};

interface StruckEntity {
  readonly kind: Kind;
  readonly id: string;
}

/** What is selected, and where that is, in the terms of a match. */
const placeSelected = (state: State, { kind, id }: StruckEntity): Record<string, string | undefined> => {
  const entity = state.find(kind, id) as
    | { readonly endpointId?: string; readonly placement?: { readonly hostId?: string } | null }
    | undefined;
  return { endpoint: entity?.endpointId, host: entity?.placement?.hostId, [kind]: id };
};

const findFirst = (state: State, part: NonNullable<FaultForm['part']>): string | undefined => {
  const { hosts } = state.placements;
  const placed = [...state.all('worker')].filter(({ placement }) => placement !== null);
  const worker = placed.find(({ startedAt }) => startedAt !== null) ?? placed[0];
  if (part === 'worker') return worker?.id;
  if (part === 'gpu') return [...hosts.gpuTypeIds][0];
  if (part === 'host') return worker?.placement?.hostId ?? [...hosts.all()][0]?.id;
  return worker?.endpointId ?? [...state.all('endpoint')][0]?.id;
};

/** Whether a part of a fault’s form belongs to faults of its kind. */
export const belongsToFault = (fault: FaultKind, path: ValuePath): boolean => {
  const [first, second] = path;
  if (first === 'match' && typeof second === 'string') return (matchable[fault] as readonly string[]).includes(second);
  const owners = { at: strikesAt, delay: Object.keys(delays), status: ['api-error'], answer: ['answer-is'] };
  return !(typeof first === 'string' && first in owners) || owners[first as keyof typeof owners].includes(fault);
};

/** Of a description that says something of several kinds, what it says of one: `worker-crash, host-failure: strike once` and the like. */
export const describeForFault = (fault: FaultKind, description: string): string => {
  const sentences = description.split('. ').map((sentence) => {
    const [head = '', ...rest] = sentence.split(': ');
    const kinds = head.split(', ');
    return { isOfKinds: kinds.every((kind) => kind in matchable), isOwn: kinds.includes(fault), words: rest.join(': '), sentence };
  });
  const kept = sentences.filter(({ isOfKinds, isOwn }) => !isOfKinds || isOwn);
  return kept.map(({ isOfKinds, words, sentence }) => (isOfKinds ? words : sentence)).join('; ');
};
