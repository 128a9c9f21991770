import { isDeepStrictEqual } from 'node:util';
import { isLeft } from 'fp-ts/lib/Either.js';
import { sha256 } from '../../../adapters/store/sha256.ts';
import type { Answer } from '../../../engine/api/operation.ts';
import { findOperation } from '../../../engine/api/operations.ts';
import { entities } from '../../../engine/cloud/entities.ts';
import { findRule } from '../../../engine/cloud/rulebook/rules.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { InvalidArgument } from '../../../engine/kernel/invalidArgument.ts';
import { limitLog } from '../../../engine/kernel/log.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { later, minutes } from '../../../engine/kernel/time.ts';
import { checkLaw, type Law, lawNamed, laws } from '../../../engine/scenario/laws/laws.ts';
import { clientFor } from '../../../engine/scenario/step/request.ts';
import { playInputs } from '../../../engine/world/history/rerun.ts';
import { forkAt } from '../../../engine/world/history/rewind.ts';
import type { WorldOptions } from '../../../engine/world/options.ts';
import { divergence } from '../../../engine/world/reports/divergence.ts';
import type { WorldSnapshot } from '../../../engine/world/snapshot.ts';
import { World } from '../../../engine/world/world.ts';
import { wrongArguments } from '../contract/wrongArguments.ts';
import { type Deed, jumpMax } from '../sequences/deeds.ts';
import type { Sequence, SequenceCall, SequenceRun, Step, Told } from '../sequences/sequence.ts';
import { worldOfSequence } from '../sequences/smallWorld.ts';
import { paramsOf } from './populatedWorld.ts';

/** All pending calls are answered by then. */
const lastPause = minutes(8);

/** Runs a sequence, and returns what is wrong with the result, by some of the laws. For every sequence it must be nothing. */
export const runSequence = (sequence: Sequence, checked: readonly Law[] = quickLaws): SequenceRun => {
  const told: Told[] = [];
  const complaints: string[] = [];
  let world: World | undefined;
  try {
    const player = new Player(sequence, told, complaints);
    world = player.play();
    complaints.push(...lawsBroken(world, checked, player.snapshot));
  } catch (thrown) {
    complaints.unshift(thrown instanceof Error ? `threw ${thrown.message}` : `threw ${thrown}`);
  }
  return { sequence, told, complaint: complaints[0], world };
};

/** The world at the end of a sequence, for tests that check it in their own way. */
export const worldAfter = (sequence: Sequence): World => new Player(sequence, [], []).play();

class Player {
  readonly #sequence: Sequence;
  readonly #told: Told[];
  readonly #complaints: string[];
  readonly #known = new Known();
  readonly #options: WorldOptions = { sha256, onChange: (change) => this.#known.note(change) };
  #world: World;
  /** The last snapshot that was taken. */
  snapshot: WorldSnapshot | undefined;

  constructor(sequence: Sequence, told: Told[], complaints: string[]) {
    this.#sequence = sequence;
    this.#told = told;
    this.#complaints = complaints;
    this.#world = new World(worldOfSequence(sequence), this.#options);
  }

  play(): World {
    for (const { afterMs, call, deed } of [...this.#sequence.steps, { afterMs: lastPause } as Step]) {
      const now: Told = {
        at: later(this.#world.now, afterMs),
        call: call === undefined ? undefined : this.#known.filled(call),
        deed,
        ...{ status: undefined, made: undefined, held: undefined, heard: undefined, leaves: undefined },
      };
      this.#told.push(now);
      if (now.call !== undefined) this.#put(now, now.call);
      else {
        this.#world.advance({ to: now.at });
        if (deed !== undefined) this.#done(now, deed);
      }
    }
    // A real worker's poll waits for as long as there is no job: a server ends it, by the wall clock.
    const waiting = this.#told.find(({ heard, call }) => heard === 'waits' && findOperation(call?.operation ?? '')?.api !== 'worker');
    if (waiting !== undefined) this.#complaints.push(`${waiting.call?.operation} was never answered`);
    return this.#world;
  }

  #put(now: Told, { operation, as, named, method, query, body, handler, key }: SequenceCall): void {
    const heard = (answer: Answer): void => {
      now.status = answer.status;
      now.heard = undefined;
      const complaint = wrongAnswer(operation, answer);
      if (complaint !== undefined) this.#complaints.push(complaint);
    };
    const params = paramsOf(operation, named);
    const podsim = handler === undefined ? {} : { podsim: { handler } };
    const request = { ...(method === undefined ? {} : { method }), params, query, ...(body === undefined ? {} : { body }), ...podsim };
    const client = clientFor(operation, this.#world, as);
    const reply = this.#world.call({ operation, client, request, at: now.at, ...(key === undefined ? {} : { key }) }, heard);
    if (!('answer' in reply)) {
      now.held = reply.held;
      now.heard = 'waits';
      return;
    }
    heard(reply.answer);
    const id = (reply.answer.body as { readonly id?: Json } | undefined)?.id;
    if (reply.answer.status < 300 && typeof id === 'string' && Object.keys(params).every((param) => param !== 'id' && param !== 'job_id'))
      now.made = id;
  }

  #done(now: Told, deed: Deed): void {
    const world = this.#world;
    switch (deed.do) {
      case 'advance':
        world.advance(deed.target, undefined, jumpMax);
        now.at = world.now;
        return;
      case 'reseed':
        world.reseed(deed.seed);
        return;
      case 'settings':
        world.reconfigure(deed.settings);
        return;
      case 'leave':
        return this.#leave(now);
      case 'snapshot':
        this.snapshot = world.snapshot({ apart: true });
        return;
      case 'fork':
        return this.#fork(deed.seed);
      case 'record': {
        const differs = checkLaw(lawNamed('recording'), world);
        if (differs !== undefined) this.#complaints.push(differs);
        return;
      }
      case 'wrong':
        return this.#err(deed.which);
    }
  }

  #leave(now: Told): void {
    const caller = this.#told.find(({ heard }) => heard === 'waits');
    if (caller?.held === undefined) return;
    if (!this.#world.abandon(caller.held)) this.#complaints.push(`${caller.held} waits, and could not be left`);
    caller.heard = 'left';
    now.leaves = caller.held;
  }

  /** Continues in a fork. Pending calls stay with the parent: the fork answers none of them. */
  #fork(seed: string | null): void {
    const world = this.#world;
    world.recordPending();
    const fork = finish(forkAt(world, { seq: world.log.length }, { snapshot: world.snapshot({ apart: true }), options: this.#options }));
    if (isLeft(fork)) throw new Error(`there is no fork: ${fork.left}`);
    if (fork.right.fingerprint() !== world.fingerprint()) this.#complaints.push('a fork has another past');
    if (seed !== null) fork.right.reseed(seed);
    this.#world = fork.right;
    for (const one of this.#told) if (one.heard === 'waits') one.heard = undefined;
  }

  #err(which: number): void {
    const world = this.#world;
    const before = [world.now, world.log.length];
    const name = `wrong argument ${which % wrongArguments.length}`;
    try {
      wrongArguments[which % wrongArguments.length]?.(world);
      this.#complaints.push(`${name} was taken`);
    } catch (thrown) {
      if (!(thrown instanceof InvalidArgument)) throw thrown;
    }
    if (!isDeepStrictEqual(before, [world.now, world.log.length])) this.#complaints.push(`${name} changed the world`);
  }
}

/** Complains about an answer that is neither what its operation promises nor a refusal by a rule. */
const wrongAnswer = (id: string, { status, body, rule }: Answer): string | undefined => {
  const { success, passesOn, inItsWords } = findOperation(id) ?? {};
  // A worker answers with whatever status and body it likes.
  if (passesOn && rule === undefined) return undefined;
  if (inItsWords && status === 500) return undefined;
  if (rule === 'fault.answer') return undefined;
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

/** Recordings take the longest by far: sequences make one where they say so. */
export const quickLaws = laws.filter(({ name }) => name !== 'recording');

/** Complaints about the world at the end of a sequence: the laws, and the snapshot that the sequence took. */
const lawsBroken = (world: World, checked: readonly Law[], snapshot: WorldSnapshot | undefined): readonly string[] =>
  [...checked.map((law) => checkLaw(law, world)), snapshot && differsFromSnapshot(world, snapshot)].filter((words) => words !== undefined);

/** A world resumed from a snapshot, with the inputs after it. */
const differsFromSnapshot = (world: World, snapshot: WorldSnapshot): string | undefined => {
  const entries = [...world.log.entries()];
  const again = new World(world.header.definition, {}, { snapshot, past: limitLog(world.log, snapshot.seq) });
  finish(playInputs(again, entries.slice(snapshot.seq)));
  const found = divergence(entries, [...again.log.entries()]);
  return found && `what went on from a snapshot differs at entry ${found.seq}`;
};

/** All ids so far, the newest first, and their placeholders in a sequence. */
class Known {
  readonly #ids = new Map<string, string[]>();
  readonly #endpointOf = new Map<string, string>();

  note({ kind, id, from, event }: StateChange): void {
    if (from !== entities[kind].lifecycle.initial) return;
    this.#ids.set(kind, [id, ...(this.#ids.get(kind) ?? [])]);
    if (event.type === 'JobQueued' || event.type === 'WorkerLaunched' || event.type === 'WorkerThrottled')
      this.#endpointOf.set(id, event.endpointId);
  }

  /** A call with its placeholders replaced: `@pod 1` by the second newest pod, or by the oldest if there are fewer. */
  filled(call: SequenceCall): SequenceCall {
    const { endpoint, ...named } = this.#filled(call.named) as Record<string, string>;
    const whole = this.#filled(call) as SequenceCall;
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
