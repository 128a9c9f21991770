import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Damage } from '../store/chain.ts';
import { plainFraming } from '../store/framing.ts';
import { gzipFraming } from '../store/gzipFraming.ts';
import { type Inspection, inspect } from '../store/inspection.ts';
import { salvage } from '../store/salvage.ts';
import { isWorldId } from '../store/store.ts';
import { BadInput, exitCodes } from './exit.ts';

export interface RepairOptions {
  /** Where the copy goes; beside the original unless told otherwise. */
  readonly output?: string;
  /** Writes no copy. */
  readonly check?: boolean;
}

/** `podsim repair`: says what is wrong with a log, or with each log of a data directory, and writes a copy of what is right. */
export const repairCommand = (path: string, { output, check = false }: RepairOptions): number => {
  const given = path.replace(/\/+$/, '') || path;
  const copy = output ?? `${given}.repaired`;
  const logs = logsAt(given, copy);
  const looks = logs.map(({ log }) => looked(log));
  const isWrong = looks.some(({ damages, torn }) => damages.length > 0 || torn !== undefined);
  const writes = isWrong && !check;
  if (writes && existsSync(copy)) throw new BadInput(`${copy}: is there already; say with -o where the copy should go`);
  for (const [k, { log, target }] of logs.entries()) {
    const look = looks[k] as Inspection;
    if (writes) copied(look, target);
    process.stdout.write(
      `${[`${log}: ${verdictOf(look)}`, ...detailsOf(look), ...(writes ? [copyWords(look, target)] : [])].join('\n  ')}\n`,
    );
  }
  return isWrong ? exitCodes.fail : exitCodes.pass;
};

interface LogAt {
  readonly log: string;
  /** Where its copy goes. */
  readonly target: string;
}

/** A log itself, the one in the folder of a world, or those in the folders of a data directory. */
const logsAt = (path: string, copy: string): readonly LogAt[] => {
  if (!statOf(path).isDirectory()) return [{ log: path, target: copy }];
  const own = logIn(path);
  if (own !== undefined) return [{ log: own, target: join(copy, basename(own)) }];
  const logs = readdirSync(path)
    .filter(isWorldId)
    .sort()
    .flatMap((world) => {
      const log = logIn(join(path, world));
      return log === undefined ? [] : [{ log, target: join(copy, world, basename(log)) }];
    });
  if (logs.length === 0) throw new BadInput(`${path}: holds no log`);
  return logs;
};

const logIn = (folder: string): string | undefined =>
  [plainFraming, gzipFraming].map(({ fileName }) => join(folder, fileName)).find((path) => existsSync(path));

const statOf = (path: string) => orBadInput(path, () => statSync(path));

/** Without its header nobody knows what a log is about: nothing of it can be saved. */
const looked = (log: string): Inspection =>
  orBadInput(log, () => {
    try {
      return inspect(log);
    } catch (error) {
      throw error instanceof Damage ? new BadInput(`${log}: ${error.message}; nothing of it can be saved`) : error;
    }
  });

const copied = (look: Inspection, target: string): void =>
  orBadInput(target, () => {
    mkdirSync(dirname(target), { recursive: true });
    salvage(look, target);
  });

const orBadInput = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new BadInput(code === 'ENOENT' ? `${path}: there is no such file or folder` : `${path}: ${syscall} fails (${code})`);
  }
};

const verdictOf = ({ damages, torn, saved }: Inspection): string => {
  const [first] = damages;
  if (first !== undefined) return first.message;
  if (torn === undefined)
    return `nothing is wrong: ${entriesOf(saved.seq)} in ${saved.batches} ${saved.batches === 1 ? 'batch' : 'batches'}`;
  return `ends within a batch: behind entry ${saved.seq} stand ${torn.bytes} bytes with ${entriesOf(torn.entries)}, and no closing line`;
};

const damagesShown = 10;

const detailsOf = ({ damages, torn, saved, stranded }: Inspection): readonly string[] => {
  const [, ...further] = damages;
  return [
    ...further.slice(0, damagesShown).map(({ message }) => `further on, ${message}`),
    ...(further.length > damagesShown ? [`and so on: ${damages.length} places in all`] : []),
    ...(torn !== undefined && saved.isClosed
      ? ['a crash can have left it, or it is being written: podsim serve cuts it off by itself']
      : []),
    ...(damages.length > 0 || torn !== undefined ? [`can be saved: ${savedWords(saved.seq)}`] : []),
    ...(stranded > 0
      ? [`cannot be saved: ${entriesOf(stranded)} further on that are as they were written, but rest on what is damaged`]
      : []),
  ];
};

const savedWords = (seq: number): string => (seq === 0 ? 'the header alone' : `entries 1 to ${seq}`);
const entriesOf = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;
const copyWords = ({ saved }: Inspection, target: string): string => `written to ${target}: ${savedWords(saved.seq)}`;
