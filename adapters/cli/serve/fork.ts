import { isLeft } from 'fp-ts/lib/Either.js';
import { finish, formatVirtualTime, parseDuration, type VirtualTime } from '../../../engine/kernel/index.ts';
import { setStandIns } from '../../../engine/scenario/standIn/index.ts';
import { forkAt, makeHistory, type Point } from '../../../engine/world/index.ts';
import { LogFileWriter, readLog } from '../../store/file/logFile.ts';
import { checkOther } from '../files.ts';
import { explainErrors, otherRules } from '../look/logs.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';

export interface ForkCommandOptions {
  readonly at?: string;
  readonly seq?: string;
  readonly seed?: string;
  readonly standIn?: boolean | undefined;
  readonly out: string;
}

/** `podsim log fork`: writes a new log with the same past up to a point. */
export const forkCommand = (path: string, { at, seq, seed, standIn, out }: ForkCommandOptions): number => {
  const log = readLog(path);
  checkOther(out, [path]);
  const point = readPoint(at, seq, log.entries.length);
  const fork = explainErrors(log, () => finish(forkAt(makeHistory(log.header, log.entries), point, seed === undefined ? {} : { seed })));
  if (isLeft(fork)) {
    const others = otherRules(log);
    throw new BadInput(`${path}: ${fork.left}${others === undefined ? '' : ` (${others})`}`);
  }
  const world = fork.right;
  if (standIn === true) {
    const set = finish(setStandIns(world, log.entries));
    if (isLeft(set)) throw new BadInput(`${path}: ${set.left}`);
  }
  const writer = new LogFileWriter(out, world.header);
  writer.writeTexts(world.log.texts(0));
  const fingerprint = writer.close();
  process.stdout.write(`${out} ends at ${formatVirtualTime(world.now)}, entry ${world.log.length}, fingerprint ${fingerprint}\n`);
  return exitCodes.pass;
};

const readPoint = (at: string | undefined, seq: string | undefined, length: number): Point => {
  if (at !== undefined && seq !== undefined) throw new BadInput('give --at or --seq, not both');
  if (seq !== undefined && !/^\d{1,15}$/.test(seq)) throw new BadInput(`--seq '${seq}' is no entry's number`);
  if (at === undefined) return { seq: seq === undefined ? length : Number(seq) };
  const ms = parseDuration(at);
  if (ms === undefined) throw new BadInput(`--at '${at}' is no virtual time; write it as a duration since the start, such as 1m30s`);
  return { at: ms as number as VirtualTime };
};
