import { expect } from 'vitest';
import type { Answer } from '../../../engine/api/operation.ts';
import { defaultLimits, type Limits } from '../../../engine/api/reading/bounds.ts';
import type { ClockPolicy } from '../../../engine/cloud/input.ts';
import { findRule } from '../../../engine/cloud/rulebook/rules.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import { Journal } from '../../../engine/control/journal.ts';
import {
  answerControl,
  type ControlContext,
  defaultWorldId,
  type Vitals,
  type WorldInfo,
  type WorldServer,
} from '../../../engine/control/operation.ts';
import { serverOperations } from '../../../engine/control/table.ts';
import { defaultDefinition } from '../../../engine/control/worlds/definition.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { atOnce, finish, type Steps } from '../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { setStandIns } from '../../../engine/scenario/standIn/setStandIns.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import type { WorldSnapshot } from '../../../engine/world/snapshot.ts';
import { World } from '../../../engine/world/world.ts';

/** A server process without sockets and without the wall clock. */
export class FakeHost implements WorldServer {
  readonly apiKey = 'a-secret';
  limits: Limits = defaultLimits;
  isReady = true;
  /** Called with the changes of every world. */
  watcher: ((change: StateChange) => void) | undefined;
  readonly #worlds = new Map<string, WorldInfo & { readonly journal: Journal }>();
  #made = 0;

  constructor(definition: WorldDefinition = defaultDefinition({ apiKey: 'a-secret' })) {
    this.createWorld(defaultWorldId, definition, { clock: 'manual' });
  }

  whyNotReady(): string | undefined {
    return this.isReady ? undefined : 'the server does not accept calls: it is starting or stopping';
  }

  vitals(): Vitals {
    return {
      requests: [{ operation: 'run', status: 200, count: 3 }],
      heap: { usedBytes: 10, limitBytes: 20 },
      lag: { meanSeconds: 0.5, maxSeconds: 1 },
    };
  }

  worldNames(): readonly string[] {
    return [...this.#worlds.keys()];
  }

  worlds(): readonly WorldInfo[] {
    return [...this.#worlds.values()];
  }

  createWorld(id: string | undefined, definition: WorldDefinition, clock: ClockPolicy): WorldInfo {
    return this.adoptWorld(id, (onChange) => new World(definition, { onChange }), clock);
  }

  readonly setStandIns = setStandIns;

  adoptWorld(id: string | undefined, making: (onChange: (change: StateChange) => void) => World, clock: ClockPolicy): WorldInfo {
    const world = making((change) => this.watcher?.(change));
    const hosted = { id: id ?? `world-${++this.#made}`, world, clock, journal: new Journal(this.limits) };
    this.#worlds.set(hosted.id, hosted);
    return hosted;
  }

  /** Checkpoints other than the current state are not stored. */
  snapshotBefore(id: string, seq: number): Steps<WorldSnapshot | undefined> {
    const { world } = this.#hosted(id);
    return atOnce(seq === world.log.length ? world.snapshot({ apart: true }) : undefined);
  }

  dropWorld(id: string): void {
    this.#worlds.delete(id);
  }

  resetWorld(id: string, definition: WorldDefinition): WorldInfo {
    return this.createWorld(id, definition, this.clockPolicy(id));
  }

  clockPolicy(id: string): ClockPolicy {
    return this.#hosted(id).clock;
  }

  clockReads(id: string): VirtualTime {
    return this.#hosted(id).world.now;
  }

  setClockPolicy(id: string, clock: ClockPolicy): void {
    this.#worlds.set(id, { ...this.#hosted(id), clock });
  }

  desk(id: string = defaultWorldId): ControlContext {
    const { world, journal } = this.#hosted(id);
    return { worldId: id, world, journal, host: this, isAwaited: () => true };
  }

  #hosted(id: string): WorldInfo & { readonly journal: Journal } {
    const hosted = this.#worlds.get(id);
    if (hosted === undefined) throw new Error(`there is no world ${id}`);
    return hosted;
  }
}

/** The parts of a control plane request. */
export interface DeskQuestion {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Body = Readonly<Record<string, unknown>>;

/** Calls the control plane, and checks that the answer fits its row: its schema, or a problem with a rule of the rulebook. */
export const asked = (desk: ControlContext, id: string, { params = {}, query = {}, body, headers = {} }: DeskQuestion = {}): Answer => {
  const row = serverOperations.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the desk has no ${id}`);
  const answer = finish(answerControl(desk, row, { params, query, headers, ...(body === undefined ? {} : { body }) }));
  if (answer.status >= 400) {
    const { status, title, detail, errors } = answer.body as Body;
    expect(findRule(answer.rule ?? '')?.id).toBe(answer.rule);
    expect([...(row.refuses ?? []), ...(row.body === undefined ? [] : [400, 422]), ...(row.query === undefined ? [] : [422])]).toContain(
      status,
    );
    expect([typeof title, typeof detail, status]).toStrictEqual(['string', 'string', answer.status]);
    expect(Array.isArray(errors)).toBe(status === 422);
    return answer;
  }
  expect(answer.status).toBe(row.success.status);
  if (answer.frames === undefined && answer.lines === undefined) {
    expect(answer.body === undefined).toBe(row.success.schema === undefined);
    // As after a transfer over a socket: undefined properties are absent.
    if (answer.body !== undefined)
      expect(row.success.schema?.safeParse(JSON.parse(JSON.stringify(answer.body))).error?.issues ?? []).toStrictEqual([]);
  }
  return answer;
};

/** The body of the answer: a problem, or the body of a success. */
export const said = (desk: ControlContext, id: string, question: DeskQuestion = {}): Body => asked(desk, id, question).body as Body;

/** The reason of a refusal: the status, the rule, and the errors or else the detail. */
export const refusal = (desk: ControlContext, id: string, question: DeskQuestion = {}): readonly unknown[] => {
  const { status, rule, body } = asked(desk, id, question);
  const { errors, detail } = body as Body;
  return [status, rule, errors ?? detail];
};
