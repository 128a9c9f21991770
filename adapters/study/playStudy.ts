import { type Either, map } from 'fp-ts/lib/Either.js';
import {
  type Known,
  missingPlays,
  type PlayResult,
  parseStudy,
  type Study,
  type StudyConfiguration,
  type StudyReport,
  studyReport,
} from '../../engine/lab/study/index.ts';
import type { FileProblem } from '../../engine/scenario/index.ts';
import { playOnce } from './playOnce.ts';

/** Plays in this thread all that a study asks for, and reports. Nothing is stored, so another call plays all of it again. */
export const playStudy = (...given: Parameters<typeof parseStudy>): Either<readonly FileProblem[], StudyReport> =>
  map(playAll)(parseStudy(...given));

const playAll = (study: Study): StudyReport => {
  const results = new Map<StudyConfiguration, Map<string, PlayResult>>();
  const find: Known = (configuration, seed) => results.get(configuration)?.get(seed);
  for (;;) {
    const missing = missingPlays(study, find);
    if (missing.length === 0) return studyReport(study, find);
    for (const { configuration, seed } of missing) {
      const ofConfiguration = results.get(configuration) ?? new Map<string, PlayResult>();
      results.set(configuration, ofConfiguration.set(seed, playOnce(configuration.scenario, seed, configuration.measuring)));
    }
  }
};
