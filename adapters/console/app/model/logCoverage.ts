import { type Coverage, CoverageReader } from '../../../../engine/world/index.ts';
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
