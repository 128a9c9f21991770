import { findOperation, type Operation, type StateChange, type World } from '../../../engine/index.ts';
import { delayMax, realWallClock, type WallClock } from './wallClock.ts';

/** A process whose silence is counted here. */
interface Watched {
  /** Which start of its worker's container it stands for. */
  readonly start: number;
  /** By the wall clock: when it last pinged, and since when it has asked for nothing; undefined where that is not counted. */
  pingedAt: number | undefined;
  leftAt: number | undefined;
  cancel: () => void;
}

/** What the watch looks at, and how it tells the world what it has seen: before all else that the world is to do. */
export interface SilenceOptions {
  readonly world: Pick<World, 'state' | 'settings'>;
  readonly tell: (row: Operation, workerId: string, body: { readonly start: number } | undefined) => void;
  readonly wall?: WallClock | undefined;
  /** Whether the world refuses every call now: what it does not hear then is no silence. */
  readonly isDeaf?: (() => boolean) | undefined;
}

/**
 * Counts the silence of real processes by the wall clock, which is theirs: virtual time may stand still, or jump by hours. The world is told
 * which processes are watched and which were silent for too long. Both are inputs, so a rerun needs no clock (worker-api.silence).
 */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  readonly #wall: WallClock;
  readonly #changed = new Set<string>();
  readonly #watched = new Map<string, Watched>();
  /** Workers whose processes are those of another world unless they are heard here, by the start that these stand for. */
  readonly #elsewhere = new Map<string, number>();
  /** How many calls of a worker's process have come and are held back: it is not silent, though the world has not heard it. */
  readonly #heldBack = new Map<string, number>();
  #isStopped = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#wall = options.wall ?? realWallClock;
  }

  /**
   * The processes of a world that goes on after its server has stopped have as long to be heard as any other. Those that a fork has workers
   * for are the original's: one is not silent in the fork before it has been heard there.
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
    const watched: Watched = same ?? { start: worker.tries, pingedAt: undefined, leftAt: undefined, cancel: () => undefined };
    watched.pingedAt = pingedAt === null ? undefined : (watched.pingedAt ?? now);
    watched.leftAt = leftAt === null ? undefined : (watched.leftAt ?? now);
    this.#watched.set(id, watched);
    this.#setAlarm(id, watched);
  }

  /** When it is lost, unless it is heard before. */
  #timeOfLoss({ pingedAt, leftAt }: Watched): number {
    const { pingInterval, pingsMissed, pollGap } = this.#options.world.settings.worker;
    const byPing = pingedAt === undefined ? Number.POSITIVE_INFINITY : pingedAt + Math.max(pingInterval, pingMsMin) * pingsMissed;
    return Math.min(byPing, leftAt === undefined ? Number.POSITIVE_INFINITY : leftAt + pollGap);
  }

  #setAlarm(id: string, watched: Watched): void {
    watched.cancel();
    const due = this.#timeOfLoss(watched);
    const isHeld = this.#isUnheard(id);
    const delay = Math.min(Math.max(due - this.#wall.now(), 0), isHeld ? heldMs : delayMax);
    watched.cancel = this.#wall.after(delay, () => this.#look(id, watched, due));
  }

  /** Whether a call of the process would not be heard now, or has come and was not heard yet. */
  #isUnheard(id: string): boolean {
    return this.#heldBack.has(id) || this.#options.isDeaf?.() === true;
  }

  #look(id: string, watched: Watched, due: number): void {
    if (this.#watched.get(id) !== watched) return;
    const now = this.#wall.now();
    // This process was busy or asleep itself, or its clock has not let the world hear what came: all have their time again.
    if (now - due > lateMs || this.#isUnheard(id)) {
      if (watched.pingedAt !== undefined) watched.pingedAt = now;
      if (watched.leftAt !== undefined) watched.leftAt = now;
    }
    if (this.#timeOfLoss(watched) > now) return this.#setAlarm(id, watched);
    this.#watched.delete(id);
    this.#options.tell(workerSilent, id, { start: watched.start });
  }
}

/** An alarm that rings so much too late says more about this process than about the one that is watched. */
const lateMs = 1_000;

/** How often it is looked whether a process that could not be heard can be heard again: it then has nearly all its time. */
const heldMs = 1_000;

/** The variable that says how often to ping counts whole seconds. */
const pingMsMin = 1_000;

const watchWorker = findOperation('watchWorker') as Operation;
const workerSilent = findOperation('workerSilent') as Operation;
