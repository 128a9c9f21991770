import { findChanges, type LastRun, type Play, whyMissing } from '../../../engine/lab/study/index.ts';
import type { KnownResults } from '../../study/knownResults.ts';
import { partToPlay } from '../../study/lastRun.ts';

/** The plays whose results were not known, and why. */
export class MissingPlays {
  readonly #last: LastRun | undefined;
  readonly #plays: Play[] = [];

  /** `last`: what the study depended on before. */
  constructor(last: LastRun | undefined) {
    this.#last = last;
  }

  add(plays: readonly Play[]): void {
    this.#plays.push(...plays);
  }

  /** A line for each reason, with how many plays have it, and a line for each configuration where there are few. */
  text({ store }: KnownResults): string {
    if (this.#plays.length === 0) return 'nothing was played: all results were known\n';
    const damaged = new Set(store.damaged);
    const byReason = new Map<string, Play[]>();
    for (const play of this.#plays) {
      const reason = damaged.has(store.findPath(play.key))
        ? 'the file of the result was cut or changed'
        : whyMissing(this.#last, play.configuration.name, play.ingredients).join('; ');
      const known = byReason.get(reason);
      if (known === undefined) byReason.set(reason, [play]);
      else known.push(play);
    }
    return [...byReason].map(([reason, plays]) => `${this.#reasonText(reason, plays)}\n`).join('');
  }

  #reasonText(reason: string, plays: readonly Play[]): string {
    const names = [...new Set(plays.map(({ configuration }) => configuration.name))];
    const left = names.length - namesMax;
    return [
      `${plays.length === 1 ? 'one play' : `${plays.length} plays`} made because ${reason}`,
      ...this.#changesIn(reason, plays).map((change) => `    ${change}`),
      ...names.slice(0, namesMax).map((name) => `  ${name}`),
      ...(left > 0 ? [`  … and ${left} more`] : []),
    ].join('\n');
  }

  /** What changed in the scenario, as the first configuration shows it: only of this one is the whole scenario kept. */
  #changesIn(reason: string, plays: readonly Play[]): readonly string[] {
    const last = this.#last;
    const first = plays.find(({ configuration }) => configuration.name === last?.first);
    if (last === undefined || first === undefined || !reason.includes('the scenario changed')) return [];
    return findChanges(last.scenario, partToPlay(first.configuration), changesMax);
  }
}

/** More of them say nothing new. */
const namesMax = 5;
const changesMax = 5;
