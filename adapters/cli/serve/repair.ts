import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Damage } from '../../store/file/chain.ts';
import { plainFraming } from '../../store/file/framing.ts';
import { gzipFraming } from '../../store/file/gzipFraming.ts';
import { makeFolderSync } from '../../store/files.ts';
import { entriesWords, type Inspection, inspect, missingIn, wordsOfSaved } from '../../store/inspection.ts';
import { explainMissing } from '../../store/missingFile.ts';
import { salvage } from '../../store/salvage.ts';
import { isWorldId } from '../../store/store.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';

export interface RepairOptions {
  /** The path of the copy; next to the original by default. */
  readonly output?: string;
  /** Writes no copy. */
  readonly check?: boolean;
}

/** `podsim log repair`: reports the damage to a log, or to each log of a data directory, and writes a copy of the intact entries. */
export const repairCommand = (path: string, { output, check = false }: RepairOptions): number => {
  const given = path.replace(/\/+$/, '') || path;
  const copy = output ?? `${given}.repaired`;
  const logs = logsAt(given, copy);
  const inspections = logs.map(({ log }) => checkLog(log));
  const isWrong = inspections.some(
    (each) => each.damages.length > 0 || each.torn !== undefined || missingIn(each) !== undefined || each.isOther,
  );
  const writes = isWrong && !check;
  if (writes && existsSync(copy)) throw new BadInput(`${copy}: already exists; name another place for the copy with -o`);
  for (const [k, { log, target }] of logs.entries()) {
    const found = inspections[k] as Inspection;
    if (writes) writeCopy(found, target);
    process.stdout.write(
      `${[`${log}: ${describeVerdict(found)}`, ...listDetails(found), ...(writes ? [copyWords(found, target)] : [])].join('\n  ')}\n`,
    );
  }
  return isWrong ? exitCodes.fail : exitCodes.pass;
};

interface LogAt {
  readonly log: string;
  /** The path of its copy. */
  readonly target: string;
}

/** The log itself, the log in the folder of a world, or all logs of a data directory. */
const logsAt = (path: string, copy: string): readonly LogAt[] => {
  if (!readStat(path).isDirectory()) return [{ log: path, target: copy }];
  const own = logIn(path);
  if (own !== undefined) return [{ log: own, target: join(copy, basename(own)) }];
  const logs = readdirSync(path)
    .filter(isWorldId)
    .sort()
    .flatMap((world) => {
      const log = logIn(join(path, world));
      return log === undefined ? [] : [{ log, target: join(copy, world, basename(log)) }];
    });
  if (logs.length === 0) throw new BadInput(`${path}: contains no log`);
  return logs;
};

const logIn = (folder: string): string | undefined =>
  [plainFraming, gzipFraming].map(({ fileName }) => join(folder, fileName)).find((path) => existsSync(path));

const readStat = (path: string) => orBadInput(path, () => statSync(path));

/** Checks a log. Without its header nothing of a log can be saved. */
const checkLog = (log: string): Inspection =>
  orBadInput(log, () => {
    try {
      return inspect(log);
    } catch (error) {
      throw error instanceof Damage ? new BadInput(`${log}: ${error.message}; nothing of it can be saved`) : error;
    }
  });

const writeCopy = (found: Inspection, target: string): void =>
  orBadInput(target, () => {
    makeFolderSync(dirname(target));
    salvage(found, target);
  });

const orBadInput = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new BadInput(code === 'ENOENT' ? `${path}: ${explainMissing(path)}` : `${path}: ${syscall} fails (${code})`);
  }
};

const describeVerdict = (found: Inspection): string => {
  const { damages, torn, outdated, saved } = found;
  const [first = outdated] = damages;
  if (first !== undefined) return first.message;
  const missing = missingIn(found);
  if (missing?.by === 'mark') return `ends after entry ${saved.seq}, and its mark says that entry ${missing.seq} was acknowledged`;
  if (missing !== undefined) return `ends after entry ${saved.seq}, and its snapshot of entry ${missing.seq} proves that there were more`;
  if (found.isOther) return `is another log than its mark was written beside: up to entry ${found.mark?.seq} it has another fingerprint`;
  if (torn === undefined)
    return `nothing is wrong: ${entriesWords(saved.seq)} in ${saved.batches} ${saved.batches === 1 ? 'batch' : 'batches'}`;
  return `ends within a batch: after entry ${saved.seq} there are ${torn.bytes} bytes with ${entriesWords(torn.entries)}, and no closing line`;
};

const damagesShown = 10;

const listDetails = (found: Inspection): readonly string[] => {
  const { damages, torn, outdated, saved, stranded } = found;
  const missing = missingIn(found);
  const [, ...further] = damages;
  return [
    ...further.slice(0, damagesShown).map(({ message }) => `further on, ${message}`),
    ...(further.length > damagesShown ? [`and so on: ${damages.length} places in all`] : []),
    ...(outdated !== undefined
      ? ['its writer had lost the folder, and acknowledged nothing of it: podsim serve cuts it off when it opens the log']
      : []),
    ...(torn !== undefined && outdated === undefined && saved.isClosed
      ? ['a crash can have left it, or it is being written: podsim serve cuts it off when it opens the log']
      : []),
    ...(missing !== undefined
      ? [`missing: ${missing.seq === saved.seq + 1 ? `entry ${missing.seq}` : `entries ${saved.seq + 1} to ${missing.seq}`} at least`]
      : []),
    ...(damages.length > 0 || torn !== undefined || missing !== undefined ? [`can be saved: ${wordsOfSaved(saved.seq)}`] : []),
    ...(stranded > 0
      ? [`cannot be saved: ${entriesWords(stranded)} further on that are as they were written, but follow damaged ones`]
      : []),
  ];
};

const copyWords = (found: Inspection, target: string): string => `written to ${target}: ${wordsOfSaved(found.saved.seq)}`;
