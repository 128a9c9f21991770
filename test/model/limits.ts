import type { Act, CallLimits } from './plan.ts';

type Group = 'run' | 'read' | 'cancel' | 'purge' | 'management';

/** The operations of which only so many calls may be under way. */
const limitedAtOnce: readonly Group[] = ['run', 'read', 'cancel'];

/** Which calls count together (limits.queue, limits.windows); the others are not limited. */
const groups: { readonly [Do in Act['do']]?: Group } = {
  run: 'run',
  status: 'read',
  limit: 'read',
  stream: 'read',
  sync: 'read',
  cancel: 'cancel',
  purge: 'purge',
  workers: 'management',
  releases: 'management',
  scale: 'management',
  tune: 'management',
  delete: 'management',
};

interface Window {
  readonly name: string;
  readonly lasts: number;
  readonly allowed: number;
}

/** What an endpoint has now. */
interface Counts {
  /** Jobs that wait, of so many workers at most. */
  readonly waiting: number;
  readonly max: number;
  /** Calls of that operation that are under way. */
  readonly held: number;
  readonly isGone: boolean;
}

/** How many calls an account may make. Windows are counted from the start of the world. */
export class Limits {
  readonly #limits: CallLimits;
  readonly #holds: boolean;
  /** Every call that counted, and in which window. */
  #calls: readonly { readonly name: string; readonly at: number }[] = [];

  /** `holds`: whether it limits the calls that are held, too (limits.at-once). */
  constructor(limits: CallLimits, holds: boolean) {
    this.#limits = limits;
    this.#holds = holds;
  }

  /** Counts a call, and says how it is refused if it is one too many. */
  refuse(act: Act, now: number, { waiting, max, held, isGone }: Counts) {
    const windows = this.#windowsOf(act, isGone);
    const over = windows.find((window) => this.#count(window, now) >= window.allowed);
    // A call that is one too many counts where it is, and nowhere else (limits.exceeded).
    for (const { name } of over === undefined ? windows : [over]) this.#calls = [...this.#calls, { name, at: now }];
    if (over !== undefined) {
      const rule = groups[act.do] === 'management' ? 'limits.exceeded' : 'limits.queue';
      return `429 ${rule} again in ${Math.ceil((over.lasts - (now % over.lasts)) / 1_000)}`;
    }
    const { heldAtOnce, waitingPerWorker } = this.#limits;
    if (this.#holds && limitedAtOnce.some((group) => group === groups[act.do]) && held >= heldAtOnce)
      return '429 limits.at-once again in 1';
    if (act.do === 'run' && waiting > max * waitingPerWorker) return '429 limits.queue again in 1';
    return undefined;
  }

  /** What the headers of an answer of the management API say: how many calls are left (limits.headers). */
  tellLeft(now: number): string {
    const left = this.#management.map((window) => Math.max(0, window.allowed - this.#count(window, now)));
    return ` left ${left.join(',')}`;
  }

  get #management(): readonly Window[] {
    return [
      { name: 'minute', lasts: 60_000, allowed: this.#limits.minute },
      { name: 'hour', lasts: 3_600_000, allowed: this.#limits.hour },
    ];
  }

  /** Endpoints that the account does not have count as one, and not as any that it had. */
  #windowsOf(act: Act, isGone: boolean): readonly Window[] {
    const group = groups[act.do];
    if (group === undefined) return [];
    const name = isGone ? `${group} of none` : group;
    return group === 'management' ? this.#management : [{ name, lasts: this.#limits.window, allowed: this.#limits[group] }];
  }

  #count({ name, lasts }: Window, now: number): number {
    return this.#calls.filter((call) => call.name === name && Math.floor(call.at / lasts) === Math.floor(now / lasts)).length;
  }
}
