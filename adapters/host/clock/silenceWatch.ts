import { findOperation, type Operation } from '../../../engine/api/index.ts';
import type { StateChange } from '../../../engine/cloud/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { delayMax, realWallClock, type WallClock } from './wallClock.ts';

/** A process that is watched for silence. */
interface WatchedProcess {
  /** The start of its worker's container to which the process belongs. */
  readonly start: number;
  /** By the wall clock: when it last pinged, and since when it has asked for nothing; undefined if that is not counted. */
  pingedAt: number | undefined;
  leftAt: number | undefined;
  cancel: () => void;
}

/** The inputs of the watch, and how it reports to the world before any other work of the world. */
export interface SilenceOptions {
  readonly world: Pick<World, 'state' | 'settings'>;
  readonly tell: (row: Operation, workerId: string, body: { readonly start: number } | undefined) => void;
  readonly wall?: WallClock | undefined;
  /** Whether the world refuses every call now. Silence does not count then. */
  readonly isDeaf?: (() => boolean) | undefined;
}

/**
 * Counts the silence of real processes by the wall clock, because processes live by it: virtual time may pause, or jump by hours. The
 * world gets as inputs which processes are watched and which were silent for too long, so a rerun needs no clock (worker-api.silence).
 */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  readonly #wall: WallClock;
  readonly #changed = new Set<string>();
  readonly #watched = new Map<string, WatchedProcess>();
  /** Workers whose processes may belong to another world until they call here, with the start that each belongs to. */
  readonly #elsewhere = new Map<string, number>();
  /** How many calls of a worker's process are held back. The process is not silent, although the world has not received them. */
  readonly #heldBack = new Map<string, number>();
  #isStopped = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#wall = options.wall ?? realWallClock;
  }

  /**
   * After a restart of the server, the processes of a world have the full time again. The processes of a fork belong to the original world:
   * they cannot be silent in the fork before they have called there.
   */
  begin(of: 'served again' | 'fork'): void {
    for (const { id, real, tries } of this.#options.world.state.all('worker')) {
      if (real === null) continue;
      if (of === 'fork') this.#elsewhere.set(id, tries);
      else this.#changed.add(id);
    }
  }

  /** Notes which worker has changed; `followChanges` looks at it. */
  note({ kind, id, entity }: StateChange): void {
    if (kind !== 'worker') return;
    const watched = this.#watched.get(id);
    if (entity.real !== null || watched !== undefined) this.#changed.add(id);
    // It asks again, and may have left again when `followChanges` looks.
    if (watched !== undefined && entity.real?.leftAt === null) watched.leftAt = undefined;
  }

  followChanges(): void {
    if (this.#isStopped) return;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const id of changed) this.#follow(id);
  }

  /** The world has heard a ping of the worker's process. */
  recordPing(workerId: string): void {
    const watched = this.#watched.get(workerId);
    if (watched?.pingedAt !== undefined) watched.pingedAt = this.#wall.now();
  }

  /** A call of the process has come, and is held back until the returned function is called. */
  holdBack(workerId: string): () => void {
    if (this.#elsewhere.delete(workerId)) this.#changed.add(workerId);
    const count = (change: number) => {
      const left = (this.#heldBack.get(workerId) ?? 0) + change;
      if (left > 0) this.#heldBack.set(workerId, left);
      else this.#heldBack.delete(workerId);
    };
    let isOver = false;
    count(1);
    return () => {
      if (isOver) return;
      isOver = true;
      count(-1);
    };
  }

  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#watched.values()) cancel();
    this.#watched.clear();
  }

  #follow(id: string): void {
    const worker = this.#options.world.state.find('worker', id);
    if (worker !== undefined && this.#elsewhere.get(id) === worker.tries) return;
    this.#elsewhere.delete(id);
    const real = worker?.status === 'IDLE' || worker?.status === 'RUNNING' ? worker.real : null;
    const { pingedAt = null, leftAt = null } = real ?? {};
    const before = this.#watched.get(id);
    if (worker === undefined || (pingedAt === null && leftAt === null)) {
      before?.cancel();
      this.#watched.delete(id);
      return;
    }
    if (real?.isWatched !== true) this.#options.tell(watchWorker, id, undefined);
    const now = this.#wall.now();
    const same = before?.start === worker.tries ? before : undefined;
    if (same === undefined) before?.cancel();
    const watched: WatchedProcess = same ?? { start: worker.tries, pingedAt: undefined, leftAt: undefined, cancel: () => undefined };
    watched.pingedAt = pingedAt === null ? undefined : (watched.pingedAt ?? now);
    watched.leftAt = leftAt === null ? undefined : (watched.leftAt ?? now);
    this.#watched.set(id, watched);
    this.#setAlarm(id, watched);
  }

  /** The wall time at which the process counts as lost, unless it calls before. */
  #timeOfLoss({ pingedAt, leftAt }: WatchedProcess): number {
    const { pingInterval, pingsMissed, pollGap } = this.#options.world.settings.worker;
    const byPing = pingedAt === undefined ? Number.POSITIVE_INFINITY : pingedAt + Math.max(pingInterval, pingMsMin) * pingsMissed;
    return Math.min(byPing, leftAt === undefined ? Number.POSITIVE_INFINITY : leftAt + pollGap);
  }

  #setAlarm(id: string, watched: WatchedProcess): void {
    watched.cancel();
    const due = this.#timeOfLoss(watched);
    const isHeld = this.#isUnheard(id);
    const delay = Math.min(Math.max(due - this.#wall.now(), 0), isHeld ? heldMs : delayMax);
    watched.cancel = this.#wall.after(delay, () => this.#look(id, watched, due));
  }

  /** Whether the world cannot receive calls of the process now, or has one that is held back. */
  #isUnheard(id: string): boolean {
    return this.#heldBack.has(id) || this.#options.isDeaf?.() === true;
  }

  #look(id: string, watched: WatchedProcess, due: number): void {
    if (this.#watched.get(id) !== watched) return;
    const now = this.#wall.now();
    // The server was busy or asleep, or its clock held calls back: all processes get the full time again.
    if (now - due > lateMs || this.#isUnheard(id)) {
      if (watched.pingedAt !== undefined) watched.pingedAt = now;
      if (watched.leftAt !== undefined) watched.leftAt = now;
    }
    if (this.#timeOfLoss(watched) > now) return this.#setAlarm(id, watched);
    this.#watched.delete(id);
    this.#options.tell(workerSilent, id, { start: watched.start });
  }
}

/** An alarm that is later than this shows that the server was busy, and says nothing about the watched process. */
const lateMs = 1_000;

/** How often to check whether a process can be received again. It then has nearly the full time. */
const heldMs = 1_000;

/** The variable that says how often to ping counts whole seconds. */
const pingMsMin = 1_000;

const watchWorker = findOperation('watchWorker') as Operation;
const workerSilent = findOperation('workerSilent') as Operation;
