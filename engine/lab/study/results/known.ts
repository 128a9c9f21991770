import type { StudyConfiguration } from '../study.ts';
import type { PlayResult } from './result.ts';

/** The result of a play, if it is known. */
export type Known = (configuration: StudyConfiguration, seed: string) => PlayResult | undefined;

/** A play whose result is missing. The configuration says how it is measured, too. */
export interface Missing {
  readonly configuration: StudyConfiguration;
  readonly seed: string;
}

export interface SeededResult {
  readonly seed: string;
  readonly result: PlayResult;
}

/** The seeds from 1 on. */
export const firstSeeds = (count: number): readonly string[] => Array.from({ length: count }, (_, k) => String(k + 1));
