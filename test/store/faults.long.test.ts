import { describe, expect, test } from 'vitest';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { StoreProblem } from '../../adapters/store/problems.ts';
import type { Store, WorldLog } from '../../adapters/store/store.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { entryText } from '../../engine/kernel/entryText.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { anAilment } from './ailments.ts';
import { all, entries, headerFor } from './entries.ts';
import { SimulatedDisk } from './simulatedDisk.ts';

/** `npm run torture` asks for 200, and tries five disks in each. */
const rounds = Number(process.env['PODSIM_TORTURE_ROUNDS'] ?? 4) * 5;
const seed = process.env['PODSIM_LAW_SEED'] ?? '1';
const header = headerFor('a');
const path = '/data';

type Entries = readonly LogEntry<DomainEvent>[];

/** A log on a failing disk, and the entries that were acknowledged to its owner. */
class Session {
  readonly #dice: Choice;
  readonly #disk: SimulatedDisk;
  readonly #compress: boolean;
  #store: Store | undefined;
  #log: WorldLog | undefined;
  /** The acknowledged entries. */
  #told: Entries = [];
  /** Batches after those whose write failed. Of each row the first may still be on the disk, and then the second after it. */
  #refused: Entries[][] = [];
  #words = 0;
  readonly did: string[] = [];

  constructor(name: string, compress: boolean) {
    this.#dice = new Choice(seed, name);
    this.#disk = new SimulatedDisk(this.#dice);
    this.#compress = compress;
  }

  async run(): Promise<void> {
    await this.#reopen();
    for (let step = 0; step < 40; step++) await this.#step();
    this.#heal();
    this.#end();
    await this.#reopen();
  }

  async #step(): Promise<void> {
    const dice = this.#dice;
    const at = dice.below(20);
    if (at < 10) return this.#append();
    if (at < 13) return this.#snapshot();
    if (at < 15) return this.#ail();
    if (at < 17) return this.#heal();
    if (at < 18) return this.#read();
    if (at < 19) return this.#close();
    this.#heal();
    this.#end();
    return this.#reopen();
  }

  async #append(): Promise<void> {
    const log = this.#log;
    if (log === undefined) return this.#reopen();
    const batches = Array.from({ length: 1 + this.#dice.below(3) }, () => 1 + this.#dice.below(9));
    let from = this.#told.length;
    const rows = batches.map((count) => {
      this.#words += 1;
      const row = entries(from + 1, from + count, `${'é💠'.repeat(this.#dice.below(60))}${this.#words}-`);
      from += count;
      return row;
    });
    const waiting = rows.map((row) => log.append((row[0]?.seq ?? 1) - 1, row));
    const refused: Entries[] = [];
    for (const [k, each] of (await Promise.allSettled(waiting)).entries()) {
      this.did.push(`append to ${log.length}: ${each.status === 'fulfilled' ? 'kept' : String(each.reason)}`);
      const row = rows[k] as Entries;
      if (each.status === 'rejected') {
        expect(each.reason, 'what is refused is refused in words').toBeInstanceOf(StoreProblem);
        refused.push(row);
        continue;
      }
      expect(refused, 'nothing is kept behind what is not').toStrictEqual([]);
      this.#told = [...this.#told, ...row];
      this.#refused = [];
    }
    if (refused.length > 0) this.#refused.push(refused);
    expect(log.length).toBe(this.#told.length);
  }

  async #snapshot(): Promise<void> {
    const log = this.#log;
    if (log === undefined) return;
    const seq = log.length;
    await this.#orProblem('snapshot', () => log.saveSnapshot(seq, Buffer.from(log.link)));
  }

  async #read(): Promise<void> {
    const log = this.#log;
    if (log === undefined) return;
    const found = await this.#orProblem('read', () => all(log.read()));
    if (found !== undefined) expect(found, 'what is kept can be read').toStrictEqual(this.#told);
  }

  async #close(): Promise<void> {
    const store = this.#store;
    if (store === undefined) return;
    await this.#orProblem('close', () => store.close());
    this.#heal();
    this.#end();
    await this.#reopen();
  }

  #ail(): void {
    this.#disk.ailment = anAilment(this.#dice);
    this.did.push(this.#disk.ailment.name);
  }

  #heal(): void {
    this.#disk.ailment = undefined;
    this.did.push('healed');
  }

  /** The process is killed, or loses its power. */
  #end(): void {
    const [name, end] = this.#dice.of([
      ['killed', () => this.#disk.kill()],
      ['power lost', () => this.#disk.losePower()],
    ] as const);
    this.did.push(name);
    end();
    [this.#store, this.#log] = [undefined, undefined];
  }

  async #reopen(): Promise<void> {
    this.#store ??= await this.#orProblem('open store', () => openFileStore(path, { disk: this.#disk.mount(), compress: this.#compress }));
    const store = this.#store;
    if (store === undefined) return;
    this.#log = await this.#orProblem('open', async () => {
      const isThere = (await store.worlds()).includes('a');
      if (this.#told.length > 0) expect(isThere, 'the world is there').toBe(true);
      return isThere ? store.open('a') : store.create('a', header);
    });
    if (this.#log === undefined) return;
    await this.#check(this.#log);
  }

  async #check(log: WorldLog): Promise<void> {
    const found = await all(log.read());
    this.did.push(`found ${found.length}, told ${this.#told.length}`);
    expect(found.slice(0, this.#told.length), 'what was acknowledged is there').toStrictEqual(this.#told);
    const more = textOf(found.slice(this.#told.length));
    const beginnings = this.#refused.flatMap((row) => row.map((_, k) => textOf(row.slice(0, k + 1).flat())));
    expect(['', ...beginnings], 'what was refused is there whole, or not at all').toContain(more);
    expect(log.link).toBe(computeFingerprint(header, found));
    const snapshot = await log.snapshot();
    if (snapshot !== undefined)
      expect(Buffer.from(snapshot.bytes).toString()).toBe(computeFingerprint(header, found.slice(0, snapshot.seq)));
    this.#told = found;
    this.#refused = [];
  }

  async #orProblem<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await act();
      this.did.push(`${what}: done`);
      return done;
    } catch (error) {
      this.did.push(`${what}: ${String(error)}`);
      if (!(error instanceof StoreProblem)) throw error;
      if (this.#disk.ailment === undefined && (what === 'read' || what.startsWith('open'))) throw error;
      return undefined;
    }
  }
}

const textOf = (list: Entries): string => list.map((each) => entryText(each)).join('\n');

describe.each([false, true])('on a disk that fails as it likes, compressed: %s,', (compress) => {
  test('acknowledged entries survive a kill and a power cut', async () => {
    for (let round = 1; round <= rounds; round++) {
      const session = new Session(`store faults ${round} ${compress}`, compress);
      await session.run().catch((error: Error) => {
        error.message += `\nround ${round} of PODSIM_LAW_SEED=${seed} PODSIM_TORTURE_ROUNDS=${rounds / 5} npm run torture\n${session.did.join('\n')}`;
        throw error;
      });
    }
  });
});
