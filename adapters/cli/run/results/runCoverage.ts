import { type Coverage, mergeCoverage } from '../../../../engine/world/index.ts';
import { coverageFileText } from '../../../coverage/coverageFile.ts';
import { coverageText } from '../../../coverage/coverageText.ts';
import { writeText } from '../../files.ts';
import type { Report } from '../report.ts';

/** Collects what runs have met, and says or writes it at the end. */
export class RunCoverage {
  readonly #file: string | undefined;
  readonly #shows: boolean;
  readonly #met: Coverage[] = [];

  constructor({ coverage, coverageFile }: { readonly coverage?: boolean; readonly coverageFile?: string }) {
    this.#file = coverageFile;
    this.#shows = coverage === true;
  }

  add({ coverage }: Report): void {
    if (coverage !== undefined) this.#met.push(coverage);
  }

  /** The text to print. */
  end(): string {
    const coverage = mergeCoverage(this.#met);
    if (this.#file !== undefined) writeText(this.#file, coverageFileText(this.#file, coverage));
    return this.#shows ? `\n${coverageText(coverage)}` : '';
  }
}
