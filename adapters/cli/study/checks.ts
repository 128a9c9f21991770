import { type TimingName, timingNames } from '../../../engine/cloud/index.ts';
import type { Study } from '../../../engine/lab/study/index.ts';
import { type Shard, whyWhole } from '../../study/shard.ts';
import { BadInput } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import type { StudyOptions } from './options.ts';

/** Options that say what is to be done: each alone, with none of the others named. */
const alone: readonly (readonly [option: keyof StudyOptions, not: readonly (keyof StudyOptions)[]])[] = [
  ['json', ['csv', 'shard', 'verify', 'play']],
  ['csv', ['shard', 'verify', 'play']],
  ['out', ['shard', 'verify', 'play']],
  ['shard', ['merge', 'queue', 'verify', 'play']],
  ['merge', ['queue', 'why', 'verify', 'play']],
  ['queue', ['verify', 'play', 'jobs']],
  ['why', ['verify', 'play']],
  ['verify', ['play']],
];

export const checkStudyOptions = (options: StudyOptions): void => {
  for (const [option, others] of alone) {
    const other = options[option] === undefined ? undefined : others.find((name) => options[name] !== undefined);
    if (other !== undefined) throw new BadInput(`give --${option} or --${other}, not both`);
  }
  const single = (['csv', 'shard', 'merge', 'verify', 'play', 'why'] as const).find((name) => options[name] !== undefined);
  if ((options.timing?.length ?? 0) > 1 && single !== undefined) throw new BadInput(`--${single} is of one study: name one timing`);
  if (options.effects === true && options.csv !== true) throw new BadInput('--effects says what --csv prints: give --csv, too');
  const ofPlay = (['seed', 'log'] as const).find((name) => options[name] !== undefined);
  if (options.play === undefined && ofPlay !== undefined) throw new BadInput(`--${ofPlay} belongs to --play: name a configuration, too`);
};

/** The timings that a study is played under; undefined is what its scenario says. */
export const timingsFrom = ({ timing }: Pick<StudyOptions, 'timing'>): readonly (TimingName | undefined)[] =>
  timing === undefined
    ? [undefined]
    : [...new Set(timing)].map((name) => requireKnown(name, timingNames, `--timing '${name}' is no timing`));

/** The most shards; a study has no more plays than a scheduler has tasks. */
const shardsMax = 100_000;

export const shardFrom = (text: string, study: Study): Shard => {
  const [, number, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  if (of === undefined || shard.number > shard.of || shard.of > shardsMax)
    throw new BadInput(`--shard '${text}' is no share; write the third of twenty as 3/20`);
  const why = whyWhole(study);
  if (why !== undefined) throw new BadInput(`--shard: ${why}`);
  return shard;
};

/** From 0 to 1. */
export const shareFrom = (text: string): number => {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? [];
  const share = Number(percent) / 100;
  if (percent === undefined || share <= 0 || share > 1)
    throw new BadInput(`--verify '${text}' is no share; write it as a percentage from 0.001% to 100%`);
  return share;
};
