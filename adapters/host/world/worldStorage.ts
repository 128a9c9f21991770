import type { Rejection } from '../../../engine/cloud/index.ts';
import { type Steps, upTo } from '../../../engine/kernel/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { openTemporaryLog } from '../../store/file/temporaryLog.ts';
import type { StoreDamaged } from '../../store/problems.ts';
import { textOfRecovered, type WorldLog } from '../../store/store.ts';
import { LogWriter } from '../storage/logWriter.ts';
import type { HostedWorld } from './hostedWorld.ts';
import type { WorldHostOptions } from './worldHostOptions.ts';
import { WorldRemoval } from './worldRemoval.ts';

export interface WorldStorageOptions extends Pick<WorldHostOptions, 'store' | 'onBreak' | 'onWriteError' | 'onRecovered'> {
  /** How many durable entries of each world memory holds at most. */
  readonly held: number;
}

/** Stores the worlds of a host in its store, one operation after the other. Without a store, in temporary files. */
export class WorldStorage {
  readonly #options: WorldStorageOptions;
  readonly #removal: WorldRemoval | undefined;
  /** The operations on the store so far. */
  #storing: Promise<void> = Promise.resolve();

  constructor(options: WorldStorageOptions) {
    this.#options = options;
    const { store, onWriteError } = options;
    this.#removal =
      store &&
      new WorldRemoval(
        store,
        (work) => this.#enqueue(work),
        (id, writeError) => onWriteError?.(id, writeError),
      );
  }

  /** Whether the written data outlasts the process. */
  get isLasting(): boolean {
    return this.#options.store !== undefined;
  }

  /**
   * The logs of the worlds in the store, in its order. A world without entries was never acknowledged to a client, so it is dropped.
   * Calls `onFailure` for each that cannot be opened.
   */
  async *openStored(
    onFailure: (id: string, error: unknown) => Promise<void>,
  ): AsyncGenerator<{ readonly id: string; readonly log: WorldLog }> {
    const { store, onRecovered } = this.#options;
    if (store === undefined) return;
    for (const id of await store.worlds()) {
      const log = await store.open(id).catch((error: unknown) => onFailure(id, error));
      if (log === undefined) continue;
      if (log.length === 0) {
        // Its creation was not completed: the first entries are durable before any client gets an answer.
        await store.drop(id);
        continue;
      }
      if (log.recovered !== undefined) onRecovered?.(textOfRecovered(id, log.recovered));
      yield { id, log };
    }
  }

  /** Describes the damage to a world, and the effect of a repair. */
  async describeDamage(id: string, { message }: StoreDamaged): Promise<string> {
    const remedy = await this.#options.store?.diagnose(id);
    return remedy === undefined ? message : `${message}: ${remedy}`;
  }

  /** Makes the writer of a world's log: of `stored`, or of a new log unless given, which may replace another. */
  openWriter(id: string, stored: WorldLog | undefined, replaces: boolean) {
    const { onBreak, onWriteError, held } = this.#options;
    return (world: World, apart: <T>(steps: () => Steps<T>) => Promise<T>): LogWriter => {
      const open = stored === undefined ? () => this.#create(id, world, replaces) : () => Promise.resolve(stored);
      return new LogWriter(world, open, stored?.length ?? 0, {
        onBreak: (error) => onBreak?.(id, error),
        onWriteError: (writeError) => onWriteError?.(id, writeError),
        apart,
        held,
        isTemporary: !this.isLasting,
        replaces,
      });
    };
  }

  /**
   * Calls `then` once all that was done to these worlds is durable, or with the reason why it cannot be. `onUnwritten` is called for
   * each that cannot be written.
   */
  whenDurable(
    worlds: readonly HostedWorld[],
    onUnwritten: (served: HostedWorld, writeError: Rejection) => void,
    then: (writeError: Rejection | undefined) => void,
  ): void {
    let [left, first]: [number, Rejection | undefined] = [worlds.length, undefined];
    this.#storing.then(() => {
      const words = this.#removal?.takeWords();
      if (words !== undefined) first = { kind: 'failing', rule: 'store.unwritable', detail: words };
      for (const each of worlds) {
        each.durability.whenDurable((writeError) => {
          if (writeError !== undefined) onUnwritten(each, writeError);
          first ??= writeError;
          left -= 1;
          if (left === 0) then(first);
        });
      }
    });
  }

  /** Removes a world that is no longer hosted. */
  remove(id: string, served: HostedWorld): void {
    if (this.#removal !== undefined) this.#removal.drop(id, served);
    else this.close(id, served);
  }

  /** Closes the log of a world that is no longer hosted, and leaves its stored files to the world that replaces it. */
  close(id: string, served: HostedWorld): void {
    this.#enqueue(() => served.release({ forGood: true })).catch((error: unknown) => this.#options.onBreak?.(id, error));
  }

  /** Writes the entries of these worlds that are not durable yet, and closes the store. Call once. */
  async release(worlds: () => readonly HostedWorld[]): Promise<void> {
    await this.#storing;
    const released = await Promise.allSettled(worlds().map((served) => served.release()));
    await this.#removal?.close();
    await this.#options.store?.close();
    for (const each of released) if (each.status === 'rejected') throw each.reason;
  }

  #create(id: string, { header, log }: World, replaces: boolean): Promise<WorldLog> {
    const { store } = this.#options;
    return this.#enqueue(async () => {
      // Another world of this id may still have to be removed first.
      await this.#removal?.finish(id);
      const entries = upTo(log.entries(), log.length);
      return store === undefined ? openTemporaryLog(id, header, entries) : store.create(id, header, entries, replaces);
    });
  }

  /** Does something with the store once all earlier operations on it have ended, successfully or not. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#storing.then(work);
    this.#storing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}
