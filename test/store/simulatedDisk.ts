import { basename, dirname } from 'node:path';
import type { Disk, DiskFile, FileNow } from '../../adapters/store/disk.ts';
import type { Choice } from '../../engine/lab/explorer/choice.ts';
import { systemError } from './failingDisk.ts';

/** The calls to a disk that can fail. */
export type DiskCall = 'open' | 'mkdir' | 'readdir' | 'rename' | 'rm' | 'read' | 'write' | 'sync' | 'truncate';

/** What is wrong with a disk. */
export interface Ailment {
  readonly name: string;
  /** The error of a call; undefined where it goes well. */
  readonly code: (call: DiskCall, dice: Choice) => string | undefined;
  /** How many bytes still fit. */
  room?: number;
}

/**
 * A disk in memory with a page cache of the operating system. Written data can be read back at once, and is durable after a sync:
 * `losePower` keeps a random part of the rest, sector by sector, as a disk does. After a failed sync the system marks the
 * unwritten pages as clean: the next sync succeeds, and makes none of them durable.
 */
export class SimulatedDisk {
  readonly #dice: Choice;
  readonly #root = new FolderNode();
  ailment: Ailment | undefined;
  /** The process whose handles are valid. Those of a killed process are not. */
  #process = 0;
  /** Sockets that living processes have bound, by the id of what is in the folder, and the kernel of each. */
  readonly #bound = new Map<Node, { readonly kernel: string; readonly belongs: number }>();

  constructor(dice: Choice) {
    this.#dice = dice;
  }

  /** The disk as the current process uses it. Sockets answer to processes of the same kernel. */
  mount(kernel = ''): Disk {
    const belongs = this.#process;
    return {
      open: (path, flags) => this.#open(belongs, path, flags),
      openNow: (path) => this.#openNow(belongs, path),
      mkdir: (path) => this.#mkdir(belongs, path),
      readdir: (path) => this.#readdir(belongs, path),
      rename: (from, to) => this.#rename(belongs, from, to),
      rm: (path, options) => this.#rm(belongs, path, options),
      listen: async (path) => {
        await this.#open(belongs, path, 'wx');
        const socket = this.#find(path) as Node;
        this.#bound.set(socket, { kernel, belongs });
        return {
          close: async () => {
            this.#bound.delete(socket);
            await this.#rm(belongs, path, { force: true }).catch(() => undefined);
          },
        };
      },
      answers: async (path) => {
        const bound = this.#bound.get(this.#find(path) as Node);
        return bound?.kernel === kernel && bound.belongs === this.#process ? 'yes' : 'no';
      },
    };
  }

  /** The process that used the disk is gone; what it wrote is in the page cache. */
  kill(): void {
    this.#process += 1;
  }

  losePower(): void {
    this.kill();
    this.#root.losePower(this.#dice);
  }

  async #open(belongs: number, path: string, flags: 'r' | 'r+' | 'w' | 'wx'): Promise<DiskFile> {
    await this.#call(flags === 'r' ? 'read' : 'open', belongs);
    let node = this.#find(path);
    if (node === undefined && flags.startsWith('r')) throw systemError('ENOENT', 'open');
    if (node !== undefined && flags === 'wx') throw systemError('EEXIST', 'open');
    if (node instanceof FolderNode && flags !== 'r') throw systemError('EISDIR', 'open');
    if (node === undefined) {
      const made = new FileNode();
      this.#folder(dirname(path), 'open').change((names) => names.set(basename(path), made));
      node = made;
    }
    if (node instanceof FileNode && flags === 'w') node.truncate(0);
    return this.#handle(node, belongs);
  }

  /** Synchronous calls never overlap: a process is killed between two calls. */
  #openNow(belongs: number, path: string): FileNow {
    const node = this.#find(path);
    if (node === undefined) throw systemError('ENOENT', 'open');
    const read = (into: Buffer, position: number): number => {
      const code = belongs === this.#process ? this.ailment?.code('read', this.#dice) : 'EIO';
      if (code !== undefined || !(node instanceof FileNode)) throw systemError(code ?? 'EISDIR', 'read');
      return node.cached.copy(into, 0, position, position + into.length);
    };
    const write = (bytes: Uint8Array, position: number): number => {
      const code = belongs === this.#process ? this.ailment?.code('write', this.#dice) : 'EIO';
      if (!(node instanceof FileNode) || belongs !== this.#process) throw systemError(code ?? 'EISDIR', 'write');
      return this.#write(node, bytes, position, code === undefined ? undefined : systemError(code, 'write'));
    };
    return { read, write, close: () => undefined };
  }

  /** A part of a failing write may be written, and some writes take fewer bytes than were given. */
  #write(file: FileNode, bytes: Uint8Array, position: number, failure: unknown): number {
    const room = this.ailment?.room ?? Number.POSITIVE_INFINITY;
    const taken = Math.min(room, this.#dice.happens(1, 8) ? 1 + this.#dice.below(bytes.length) : bytes.length);
    const written = failure === undefined ? taken : this.#dice.below(taken + 1);
    file.write(position, Buffer.from(bytes.subarray(0, written)));
    if (this.ailment?.room !== undefined) this.ailment.room -= written;
    if (failure !== undefined) throw failure;
    if (written === 0) throw systemError('ENOSPC', 'write');
    return written;
  }

  async #mkdir(belongs: number, path: string): Promise<void> {
    await this.#call('mkdir', belongs);
    const folder = this.#folder(dirname(path), 'mkdir');
    if (folder.cached.get(basename(path)) !== undefined) throw systemError('EEXIST', 'mkdir');
    const fresh = new FolderNode();
    folder.change((names) => names.set(basename(path), fresh));
  }

  async #readdir(belongs: number, path: string): Promise<string[]> {
    await this.#call('readdir', belongs);
    return [...this.#folder(path, 'readdir').cached.keys()];
  }

  /** Within one folder, which is all that a store asks for. */
  async #rename(belongs: number, from: string, to: string): Promise<void> {
    await this.#call('rename', belongs);
    const folder = this.#folder(dirname(from), 'rename');
    const [node, there] = [folder.cached.get(basename(from)), folder.cached.get(basename(to))];
    if (node === undefined) throw systemError('ENOENT', 'rename');
    if (there instanceof FolderNode && there.cached.size > 0) throw systemError('ENOTEMPTY', 'rename');
    folder.change((names) => {
      names.delete(basename(from));
      names.set(basename(to), node);
    });
  }

  async #rm(belongs: number, path: string, { recursive = false }: { readonly force: true; readonly recursive?: boolean }): Promise<void> {
    const node = this.#find(path);
    if (node === undefined) return;
    await this.#call('rm', belongs);
    if (node instanceof FolderNode && !recursive) throw systemError('EISDIR', 'rm');
    this.#folder(dirname(path), 'rm').change((names) => names.delete(basename(path)));
  }

  #handle(node: Node, belongs: number): DiskFile {
    const file = (): FileNode => {
      if (node instanceof FileNode) return node;
      throw systemError('EISDIR', 'read');
    };
    const write = async (bytes: Buffer, from: number, wanted: number, position: number) => {
      const failure = await this.#call('write', belongs).catch((error: unknown) => error);
      const written = this.#write(file(), bytes.subarray(from, from + wanted), position, failure);
      return { bytesWritten: written, buffer: bytes };
    };
    const sync = async () => {
      try {
        await this.#call('sync', belongs);
      } catch (error) {
        node.failSync(this.#dice);
        throw error;
      }
      node.sync();
    };
    return {
      read: (async (into: Buffer, offset: number, length: number, position: number) => {
        await this.#call('read', belongs);
        return { bytesRead: file().cached.copy(into, offset, position, position + length), buffer: into };
      }) as DiskFile['read'],
      write: write as DiskFile['write'],
      sync,
      datasync: sync,
      truncate: async (length = 0) => {
        await this.#call('truncate', belongs);
        file().truncate(length);
      },
      stat: (async () => ({ size: file().cached.length, mtimeMs: file().changedAt })) as unknown as DiskFile['stat'],
      utimes: async (_, changedAt) => {
        await this.#call('write', belongs);
        file().changedAt = Number(changedAt);
      },
      close: async () => undefined,
    };
  }

  /** Every call takes a moment, in which other tasks run. */
  async #call(call: DiskCall, belongs: number): Promise<undefined> {
    for (let turns = this.#dice.below(3); turns >= 0; turns--) await undefined;
    // A process that is gone makes no more calls, and gets no more results.
    if (belongs !== this.#process) await new Promise(() => undefined);
    const code = this.ailment?.code(call, this.#dice);
    if (code !== undefined) throw systemError(code, call);
    return undefined;
  }

  #find(path: string): Node | undefined {
    let at: Node | undefined = this.#root;
    for (const name of path.split('/').filter((each) => each !== '')) at = at instanceof FolderNode ? at.cached.get(name) : undefined;
    return at;
  }

  #folder(path: string, syscall: string): FolderNode {
    const found = this.#find(path);
    if (found === undefined) throw systemError('ENOENT', syscall);
    if (!(found instanceof FolderNode)) throw systemError('ENOTDIR', syscall);
    return found;
  }
}

type Node = FileNode | FolderNode;
type Names = Map<string, Node>;

/** A folder. Changes of its names become durable in the order in which they were made. */
class FolderNode {
  readonly cached: Names = new Map();
  #safe: Names = new Map();
  #changes: ((names: Names) => void)[] = [];

  change(change: (names: Names) => void): void {
    change(this.cached);
    this.#changes.push(change);
  }

  sync(): void {
    for (const change of this.#changes) change(this.#safe);
    this.#changes = [];
  }

  failSync(dice: Choice): void {
    for (const change of this.#changes.splice(0, dice.below(this.#changes.length + 1))) change(this.#safe);
  }

  losePower(dice: Choice): void {
    this.failSync(dice);
    this.#changes = [];
    this.cached.clear();
    for (const [name, node] of this.#safe) this.cached.set(name, node);
    for (const node of this.cached.values()) node.losePower(dice);
  }
}

/** A file. Its sectors become durable in any order; its length is stored separately. */
class FileNode {
  cached: Buffer = Buffer.alloc(0);
  changedAt = 0;
  #safe: Buffer = Buffer.alloc(0);
  /** The numbers of the sectors that are not durable yet. */
  #dirty = new Set<number>();
  /** The least length since the last sync. */
  #cut = Number.POSITIVE_INFINITY;

  write(at: number, bytes: Buffer): void {
    this.cached = written(this.cached, at, bytes);
    for (let sector = Math.floor(at / sectorBytes); sector * sectorBytes < at + bytes.length; sector++) this.#dirty.add(sector);
  }

  truncate(length: number): void {
    this.cached = Buffer.from(this.cached.subarray(0, length));
    this.#cut = Math.min(this.#cut, length);
    this.#dirty.add(Math.floor(length / sectorBytes));
  }

  sync(): void {
    this.#clean(() => true);
  }

  /** Loses all that is not durable. */
  failSync(dice: Choice): void {
    this.#clean(() => dice.happens(1, 2));
  }

  losePower(dice: Choice): void {
    this.failSync(dice);
    this.cached = Buffer.from(this.#safe);
  }

  #clean(reachesDisk: (sector: number) => boolean): void {
    this.#safe = this.#safe.subarray(0, this.#cut);
    for (const sector of this.#dirty) {
      const at = sector * sectorBytes;
      const bytes = this.cached.subarray(at, at + sectorBytes);
      if (bytes.length > 0 && reachesDisk(sector)) this.#safe = written(this.#safe, at, bytes);
    }
    this.#cut = Number.POSITIVE_INFINITY;
    this.#dirty = new Set();
  }
}

const sectorBytes = 512;

/** A write beyond the end fills the gap with zeros. */
const written = (before: Buffer, at: number, bytes: Buffer): Buffer => {
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
  before.copy(after);
  bytes.copy(after, at);
  return after;
};
