import { type Measuring, type Missing, missingPlays, type Play, type PlayResult, type Study } from '../../engine/lab/study/index.ts';
import type { Scenario } from '../../engine/scenario/index.ts';
import type { KnownResults } from './knownResults.ts';

/** Computes results, somewhere: in threads of this process, or on other machines. Each is handed over as soon as it is there. */
export type Computer = (plays: readonly Play[], onResult: (play: Play, result: PlayResult) => void) => Promise<void>;

export interface StudyRunOptions {
  /** Whether a missing play is to be made here; all are unless given. */
  readonly isOurs?: (missing: Missing) => boolean;
  /** So many plays are wanted in all, as far as is known now, and so many of them are there. */
  readonly onProgress?: (known: number, wanted: number) => void;
  /** Plays whose results are missing, before they are made. */
  readonly onMissing?: (plays: readonly Play[]) => void;
}

/**
 * Brings a study, or a share of it, to its end, and returns how many plays were made. What the store has is not computed again, and what
 * is computed is stored at once.
 */
export const runStudy = async (
  study: Study,
  results: KnownResults,
  compute: Computer,
  { isOurs = () => true, onProgress, onMissing }: StudyRunOptions = {},
): Promise<number> => {
  let computed = 0;
  for (;;) {
    const missing = missingPlays(study, results.known).filter(isOurs);
    if (missing.length === 0) return computed;
    const plays = missing.map(({ configuration, seed }) => results.describePlay(configuration, seed));
    const wanted = results.found + computed + plays.length;
    const report = () => onProgress?.(results.found + computed, wanted);
    onMissing?.(plays);
    report();
    await compute(plays, (play, result) => {
      results.add(play, result);
      computed += 1;
      report();
    });
  }
};

/** What another thread needs to know of a play. */
export const describeTask = ({
  configuration: { scenario, measuring },
  seed,
}: Play): { readonly scenario: Scenario; readonly seed: string; readonly measuring: Measuring | undefined } => ({
  scenario,
  seed,
  measuring,
});
