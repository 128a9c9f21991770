import { type Coverage, type CoverageFamily, CoverageReader, coverageFamilies, possibleCoverage } from '../../../../engine/index.ts';
import type { RunLog } from './runLog.ts';

/** What a log has met: each entry is read once, however often a log that grows is asked. */
export class LogCoverage {
  readonly #reader = new CoverageReader();
  #read = 0;

  upTo(log: Pick<RunLog, 'entries' | 'length'>): Coverage {
    this.#reader.readMore(log.entries(this.#read));
    this.#read = log.length;
    return this.#reader.coverage();
  }
}

/** Of a family, how often each of its names was met: those that never were come first. */
export interface MetFamily {
  readonly family: CoverageFamily;
  readonly names: readonly (readonly [name: string, times: number])[];
  /** How many names were met. */
  readonly met: number;
}

export const familiesOf = (coverage: Coverage): readonly MetFamily[] => {
  const possible = possibleCoverage(coverage);
  return coverageFamilies.map((family) => {
    const names = possible[family].map((name) => [name, coverage[family][name] ?? 0] as const);
    return {
      family,
      names: names.sort((one, other) => Math.sign(one[1]) - Math.sign(other[1])),
      met: Object.keys(coverage[family]).length,
    };
  });
};
