import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../engine/api/operation.ts';
import { findOperation } from '../../engine/api/table.ts';
import { deciders } from '../../engine/entities.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { entryText } from '../../engine/kernel/log.ts';
import { later, minutes, type VirtualTime, worldStart } from '../../engine/kernel/time.ts';
import { divergence } from '../../engine/projections/divergence.ts';
import { replay, rerun } from '../../engine/rerun.ts';
import { findRule } from '../../engine/rules.ts';
import { clientFor } from '../../engine/scenario/request.ts';
import type { Change } from '../../engine/state.ts';
import { World } from '../../engine/world.ts';
import { pictureOf } from './picture.ts';
import type { Call, Sequence } from './sequences.ts';
import { worldOfSequence } from './smallWorld.ts';
import { paramsOf } from './stage.ts';

/** Whoever waits for an answer has it by then. */
const lastPause = minutes(8);

/** One step as it was played. */
export interface Told {
  readonly at: VirtualTime;
  readonly call: Call | undefined;
  /** The answer's, once there is one. */
  status: number | undefined;
  /** The id that its answer gave, if it made something. */
  made: string | undefined;
}

/** A sequence as far as it went: to its end, or to where something threw. */
export interface Telling {
  readonly sequence: Sequence;
  readonly told: readonly Told[];
  /** What is wrong; undefined when nothing is. */
  readonly complaint: string | undefined;
  readonly world: World | undefined;
}

/** Plays a sequence, and says what is wrong with what came of it. Nothing may be, whatever the sequence. */
export const tell = (sequence: Sequence): Telling => {
  const told: Told[] = [];
  const complaints: string[] = [];
  let world: World | undefined;
  try {
    world = played(sequence, told, complaints);
    complaints.push(...[differsWhenRerun(world), differsWhenReplayed(world)].filter((words) => words !== undefined));
  } catch (thrown) {
    complaints.unshift(thrown instanceof Error ? `threw ${thrown.message}` : `threw ${thrown}`);
  }
  return { sequence, told, complaint: complaints[0], world };
};

const played = (sequence: Sequence, told: Told[], complaints: string[]): World => {
  const known = new Known();
  const world = new World(worldOfSequence(sequence), { onChange: (change) => known.note(change) });
  let at = worldStart;
  for (const { afterMs, call } of [...sequence.steps, { afterMs: lastPause }]) {
    at = later(at, afterMs);
    const now: Told = { at, call: call === undefined ? undefined : known.filled(call), status: undefined, made: undefined };
    told.push(now);
    if (now.call === undefined) world.advance({ to: at });
    else put(world, now, now.call, complaints);
  }
  const waiting = told.find(({ call, status }) => call !== undefined && status === undefined);
  if (waiting !== undefined) complaints.push(`${waiting.call?.operation} was never answered`);
  return world;
};

const put = (world: World, now: Told, { operation, as, named, method, query, body, handler }: Call, complaints: string[]): void => {
  const heard = (answer: Answer): void => {
    now.status = answer.status;
    const complaint = wrongAnswer(operation, answer);
    if (complaint !== undefined) complaints.push(complaint);
  };
  const params = paramsOf(operation, named);
  const podsim = handler === undefined ? {} : { podsim: { handler } };
  const request = { ...(method === undefined ? {} : { method }), params, query, ...(body === undefined ? {} : { body }), ...podsim };
  const reply = world.call({ operation, client: clientFor(operation, world, as), request, at: now.at }, heard);
  if (!('answer' in reply)) return;
  heard(reply.answer);
  const id = (reply.answer.body as { readonly id?: Json } | undefined)?.id;
  if (reply.answer.status < 300 && typeof id === 'string' && Object.keys(params).every((param) => param !== 'id' && param !== 'job_id'))
    now.made = id;
};

/** What an answer may not be: neither what its operation promises, nor a refusal by a rule. */
const wrongAnswer = (id: string, { status, body, rule }: Answer): string | undefined => {
  const { success, passesOn } = findOperation(id) ?? {};
  // A worker answers with whatever status and body it likes.
  if (passesOn && rule === undefined) return undefined;
  if (status >= 400) {
    if (findRule(rule ?? '') === undefined) return `${id} was refused by ${rule}, which is no rule`;
    return (body as { readonly status?: Json } | undefined)?.status === status
      ? undefined
      : `${id}: its problem has not the status ${status}`;
  }
  // The one action that leaves no pod to show (pod.terminate).
  if (status === 204 && (success?.status === 204 || success?.orEmpty === 204))
    return body === undefined ? undefined : `${id}: a 204 has a body`;
  if (status !== success?.status) return `${id} answered ${status}, its row says ${success?.status}`;
  const parsed = success.schema?.safeParse(body);
  return parsed?.success === true ? undefined : `${id} answered what its schema does not allow: ${parsed?.error.message}`;
};

const differsWhenRerun = (world: World): string | undefined => {
  const found = divergence([...world.log.entries()], [...rerun(world.header, world.log.entries()).log.entries()]);
  const text = (entry: Parameters<typeof entryText>[0] | undefined) => (entry === undefined ? 'ends' : entryText(entry));
  return found && `a rerun differs at entry ${found.seq}: ${text(found.a)} and ${text(found.b)}`;
};

const differsWhenReplayed = (world: World): string | undefined => {
  const [is, folded] = [world.state, replay(world.header, world.log.entries())].map((state) => pictureOf(state, world.now));
  if (isDeepStrictEqual(is, folded)) return undefined;
  const parts = Object.keys(is ?? {}).filter(
    (part) => !isDeepStrictEqual(is?.[part as keyof typeof is], folded?.[part as keyof typeof folded]),
  );
  return `a replay has other ${parts.join(', ')}`;
};

/** The ids that there are or were, the last first, and what they stand for in a sequence. */
class Known {
  readonly #ids = new Map<string, string[]>();
  readonly #endpointOf = new Map<string, string>();

  note({ kind, id, from, event }: Change): void {
    if (from !== deciders[kind].lifecycle.initial) return;
    this.#ids.set(kind, [id, ...(this.#ids.get(kind) ?? [])]);
    if (event.type === 'JobQueued' || event.type === 'WorkerLaunched' || event.type === 'WorkerThrottled')
      this.#endpointOf.set(id, event.endpointId);
  }

  /** A call with every `@pod 1` in it replaced: by the pod heard of last but one, the first if there are not so many. */
  filled(call: Call): Call {
    const { endpoint, ...named } = this.#filled(call.named) as Record<string, string>;
    const whole = this.#filled(call) as Call;
    if (endpoint !== '@its') return whole;
    return { ...whole, named: { endpoint: this.#endpointOf.get(named['job'] ?? named['worker'] ?? '') ?? 'ep-a', ...named } };
  }

  #filled(value: unknown): unknown {
    if (typeof value === 'string') return value.replace(/^@(\w+) (\w+)$/, (_, kind: string, back: string) => this.#id(kind, back));
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => this.#filled(item));
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, this.#filled(field)]));
  }

  #id(kind: string, back: string): string {
    const ids = this.#ids.get(kind) ?? [];
    return (back === 'never' ? undefined : (ids[Number(back)] ?? ids.at(-1))) ?? 'nowhere';
  }
}
