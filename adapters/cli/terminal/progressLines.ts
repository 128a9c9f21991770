import { wallTimeMs } from './wallTime.ts';

/** Seconds from one line to the next, unless `PODSIM_PROGRESS_SECONDS` says otherwise; 0 turns the lines off. */
const usualSeconds = 5;

/** Where no terminal shows a bar, one line every few seconds says on stderr how far it is. */
export class ProgressLines {
  readonly #everyMs = secondsFrom(process.env['PODSIM_PROGRESS_SECONDS']) * 1_000;
  #last = wallTimeMs();

  at(words: () => string): void {
    const now = wallTimeMs();
    if (this.#everyMs === 0 || now - this.#last < this.#everyMs) return;
    this.#last = now;
    process.stderr.write(`${words()}\n`);
  }
}

const secondsFrom = (text: string | undefined): number => {
  const given = Number(text ?? usualSeconds);
  return Number.isFinite(given) && given >= 0 ? given : usualSeconds;
};
