import { type Missing, missingPlays, type Study } from '../../engine/lab/study/index.ts';

/** A share of a study: the third of twenty. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** The number, from 1, of the shard that a play belongs to. */
export type ShardOf = (play: Missing) => number;

/**
 * Deals a study out to so many shards, always in the same way. Where it is known beforehand what is played, each play in turn goes to the
 * next shard. Where the results of a configuration decide that, by a stopping rule or a warm-up, all its plays go to one shard.
 */
export const dealtTo = (study: Study, shards: number): ShardOf => {
  if (!isKnownBeforehand(study)) return ({ configuration }) => 1 + ((configuration.number - 1) % shards);
  const places = new Map(missingPlays(study, () => undefined).map((play, k) => [formatPlace(play), k]));
  return (play) => 1 + ((places.get(formatPlace(play)) ?? 0) % shards);
};

const isKnownBeforehand = ({ spec: { seeds, warmUp } }: Study): boolean =>
  (seeds === undefined || Array.isArray(seeds)) && warmUp === 'none';

const formatPlace = ({ configuration, seed }: Missing): string => `${configuration.number}/${seed}`;

/** Why a study cannot be dealt out to shards; undefined if it can. */
export const whyWhole = ({ spec }: Study): string | undefined => {
  const key = isUntilSure(spec) ? 'sure' : spec.sensitivity !== undefined ? 'sensitivity' : undefined;
  return key === undefined
    ? undefined
    : `with \`${key}\`, the results of all configurations decide what is played next, so this study cannot be split into shards: play it on one machine, or with --queue on many`;
};

const isUntilSure = ({ seeds }: Study['spec']): boolean => seeds !== undefined && 'until' in seeds && 'sure' in seeds.until;
