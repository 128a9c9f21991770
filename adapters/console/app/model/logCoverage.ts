import { type Coverage, CoverageReader } from '../../../../engine/world/index.ts';
import type { RunLog } from './runLog.ts';

/** The coverage of a log. Reads each entry once, however often a growing log is asked. */
export class LogCoverage {
  readonly #reader = new CoverageReader();
  #read = 0;

  upTo(log: Pick<RunLog, 'entries' | 'length'>): Coverage {
    this.#reader.readMore(log.entries(this.#read));
    this.#read = log.length;
    return this.#reader.coverage();
  }
}
