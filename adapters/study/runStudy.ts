import type { Scenario } from '../../engine/index.ts';
import {
  type Configuration,
  type Known,
  type Measuring,
  missingPlays,
  type Play,
  PlayKeys,
  type PlayResult,
  type Study,
} from '../../engine/study/index.ts';
import { sha256 } from '../store/sha256.ts';
import type { ResultStore } from './resultStore.ts';

/** Computes results, somewhere: in threads of this process, or on other machines. Each is handed over as soon as it is there. */
export type Computer = (plays: readonly Play[], onResult: (play: Play, result: PlayResult) => void) => Promise<void>;

export interface Progress {
  /** So many plays are wanted in all, as far as is known now, and so many of them are there. */
  readonly at: (known: number, wanted: number) => void;
}

export interface StudyRun {
  readonly known: Known;
  readonly computed: number;
  /** Results that were in the store already. */
  readonly found: number;
}

/** Brings a study to its end: what the store has is not computed again, and what is computed is stored at once. */
export const runStudy = async (study: Study, store: ResultStore, compute: Computer, onProgress: Progress['at']): Promise<StudyRun> => {
  const keys = new PlayKeys(sha256);
  const results = new Map<string, PlayResult>();
  const plays = new Map<Configuration, Map<string, Play>>();
  const playOf = (configuration: Configuration, seed: string): Play => {
    const ofConfiguration = plays.get(configuration) ?? new Map<string, Play>();
    plays.set(configuration, ofConfiguration);
    const known = ofConfiguration.get(seed) ?? keys.playOf(configuration, seed);
    ofConfiguration.set(seed, known);
    return known;
  };
  const known: Known = (configuration, seed) => results.get(playOf(configuration, seed).key);
  let [computed, found] = [0, 0];
  for (;;) {
    const missing = missingPlays(study, known).map(({ configuration, seed }) => playOf(configuration, seed));
    if (missing.length === 0) return { known, computed, found };
    const absent = missing.filter((play) => {
      const stored = store.read(play);
      if (stored === undefined) return true;
      results.set(play.key, stored);
      found += 1;
      return false;
    });
    onProgress(results.size, results.size + absent.length);
    await compute(absent, (play, result) => {
      store.write(play, result);
      results.set(play.key, result);
      computed += 1;
      onProgress(results.size, computed + found + absent.length);
    });
  }
};

/** What another thread needs to know of a play. */
export const taskOf = ({
  configuration: { scenario, measuring },
  seed,
}: Play): { readonly scenario: Scenario; readonly seed: string; readonly measuring: Measuring | undefined } => ({
  scenario,
  seed,
  measuring,
});
