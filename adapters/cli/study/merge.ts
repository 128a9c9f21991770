import { existsSync } from 'node:fs';
import { type Missing, missingPlays, type Study, type StudyConfiguration } from '../../../engine/lab/study/index.ts';
import type { KnownResults } from '../../study/knownResults.ts';
import { writeLastRun } from '../../study/lastRun.ts';
import { mergeInto } from '../../study/merge.ts';
import { dealtTo } from '../../study/shard.ts';
import { readShardCount } from '../../study/shardMarks.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';

/** How a merge says what it did, and what the study found. */
interface Printed {
  readonly note: (text: string) => void;
  /** The exit code that what it found has. */
  readonly report: () => number;
}

/** `podsim study FILE --merge DIR…`: brings results together; prints the report, or what is missing and how to make it. */
export const mergeStudy = (study: Study, results: KnownResults, folders: readonly string[], { note, report }: Printed): number => {
  const absent = folders.find((folder) => !existsSync(folder));
  if (absent !== undefined) throw new BadInput(`${absent}: there is no such folder`);
  const { copied, known, damaged } = mergeInto(results, folders);
  for (const path of damaged) process.stderr.write(`${path}: was cut or changed, and is left out\n`);
  note(`${copied} results copied to ${results.store.folder}, ${known} were there already\n`);
  const missing = missingPlays(study, results.known);
  if (missing.length > 0) {
    process.stderr.write(missingText(study, missing, results, readShardCount(folders)));
    return exitCodes.incomplete;
  }
  const code = report();
  writeLastRun(study, results);
  return code;
};

/** More lines would hide how to go on. */
const linesMax = 20;

const missingText = (study: Study, missing: readonly Missing[], { store }: KnownResults, shards: number | undefined): string => {
  const lines = shards === undefined ? byConfiguration(missing) : byShard(study, missing, store.folder, shards);
  const left = lines.length - linesMax;
  return [
    `${missing.length === 1 ? 'one play is' : `${missing.length} plays are`} missing:`,
    ...lines.slice(0, linesMax).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    `to make all of them here: podsim study ${study.file} --results ${store.folder}`,
    '',
  ].join('\n');
};

const byShard = (study: Study, missing: readonly Missing[], folder: string, shards: number): readonly string[] => {
  const shardOf = dealtTo(study, shards);
  const counts = new Map<number, number>();
  for (const play of missing) counts.set(shardOf(play), (counts.get(shardOf(play)) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(
      ([k, count]) => `${String(count).padStart(5)} of shard ${k}: podsim study ${study.file} --shard ${k}/${shards} --results ${folder}`,
    );
};

const byConfiguration = (missing: readonly Missing[]): readonly string[] => {
  const seeds = new Map<StudyConfiguration, string[]>();
  for (const { configuration, seed } of missing) {
    const known = seeds.get(configuration);
    if (known === undefined) seeds.set(configuration, [seed]);
    else known.push(seed);
  }
  return [...seeds].map(([{ number, name }, list]) => `configuration ${number} (${name}): ${seedsText(list)}`);
};

/** The most seeds that one line names. */
const seedsMax = 8;

const seedsText = (seeds: readonly string[]): string => {
  const left = seeds.length - seedsMax;
  return `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.slice(0, seedsMax).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
};
