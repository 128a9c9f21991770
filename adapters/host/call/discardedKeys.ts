import { listIgnored, type Operation } from '../../../engine/api/index.ts';
import type { Input, World } from '../../../engine/world/index.ts';

/** More of one world is not reported. */
const reportedMax = 5;

/** Reports each key and each parameter of a world's calls that the platform ignores silently. */
export class DiscardedKeyWatch {
  readonly #report: ((words: string) => void) | undefined;
  readonly #reported = new Set<string>();

  constructor(report: ((words: string) => void) | undefined) {
    this.#report = report;
  }

  /** Must be called for every call of the world. */
  note(row: Operation, { request }: Pick<Input, 'request'>, settings: World['settings']): void {
    if (this.#report === undefined || this.#reported.size >= reportedMax) return;
    for (const { part, words } of listIgnored(row, request, settings)) {
      if (this.#reported.has(part) || this.#reported.size >= reportedMax) continue;
      this.#reported.add(part);
      this.#report(words);
    }
  }
}
