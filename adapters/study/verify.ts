import { canonicalText } from '../../engine/kernel/index.ts';
import { missingPlays, type Play, type PlayResult, type Study } from '../../engine/lab/study/index.ts';
import type { KnownResults } from './knownResults.ts';
import type { Computer } from './runStudy.ts';

/** A result that is not what its play comes to now. */
export interface ResultDifference {
  readonly file: string;
  readonly stored: PlayResult;
  readonly played: PlayResult;
}

export interface Verified {
  readonly played: number;
  /** How many results of this study are stored. */
  readonly stored: number;
  readonly differences: readonly ResultDifference[];
}

/** Plays a share of a study's stored results again, from 0 to 1, and compares. */
export const verifyStudy = async (study: Study, results: KnownResults, share: number, compute: Computer): Promise<Verified> => {
  const stored = findStoredPlays(study, results);
  const sample = chooseSample(stored, share);
  const differences: ResultDifference[] = [];
  await compute(sample, (play, played) => {
    const known = results.known(play.configuration, play.seed);
    if (known !== undefined && canonicalText(known) !== canonicalText(played))
      differences.push({ file: results.store.findPath(play.key), stored: known, played });
  });
  return { played: sample.length, stored: stored.length, differences: differences.sort((a, b) => (a.file < b.file ? -1 : 1)) };
};

/** The plays that the study asks for and the store has. */
const findStoredPlays = (study: Study, results: KnownResults): readonly Play[] => {
  const asked = new Map<string, Play>();
  // What is missing with what is known, and with nothing known: with a stopping rule, more is asked for as more is known.
  missingPlays(study, (configuration, seed) => {
    const known = results.known(configuration, seed);
    if (known !== undefined) {
      const play = results.describePlay(configuration, seed);
      asked.set(play.key, play);
    }
    return known;
  });
  return [...asked.values()];
};

/** The same plays each time, chosen by their keys; at least one. */
const chooseSample = (plays: readonly Play[], share: number): readonly Play[] => {
  const sorted = [...plays].sort((a, b) => (a.key < b.key ? -1 : 1));
  const chosen = sorted.filter(({ key }) => Number.parseInt(key.slice(0, 8), 16) < share * 2 ** 32);
  return chosen.length > 0 ? chosen : sorted.slice(0, 1);
};
