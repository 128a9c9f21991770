import type { PodEvent } from '../../../../engine/cloud/pod/events.ts';
import type { RuleId } from '../../../../engine/cloud/rulebook/rules.ts';
import type { Steps } from '../../../../engine/kernel/steps.ts';
import { later, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { compareTime, type Due, DueBook, type DuePage, dueFrom, sayMissing } from './dueBook.ts';

const name = 'pod-deadlines';

export const podDeadlines: RecountRow = {
  invariants: [
    {
      name,
      about: 'a pod begins to start so long after it was placed, runs or fails when its start is over, and can be reached when it says',
    },
  ],
  open: (sources) => new PodDeadlines(sources),
};

type Event<Type extends PodEvent['type']> = Extract<PodEvent, { readonly type: Type }>;

/** Until when each pod is placed, starts, or cannot be reached. */
class PodDeadlines implements Recount {
  readonly #book = new DueBook<PodPage>(({ phaseEndsAt }) => phaseEndsAt);
  readonly watch = this.#book.watch;
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    PodCreated: ({ podId }, { at }) => {
      const page: PodPage = { due: worldStart, order: 0, place: -1, id: podId, phase: 'placed', since: at, phaseEndsAt: undefined };
      return this.#book.put(this.#place(page, at));
    },
    PodResumed: this.#book.handler(name, (page, _event, at) => {
      this.#place(page, at);
      return undefined;
    }),
    PodStarting: this.#book.handler(name, (page, event: Event<'PodStarting'>, at) => {
      const wrong = compareTime('began to start', rules.placed, at, page.phase === 'placed' ? page.phaseEndsAt : undefined);
      start(page, event, at);
      return wrong;
    }),
    PodPullTroubled: this.#book.handler(name, (page, { startingMs }: Event<'PodPullTroubled'>, at) => {
      page.phaseEndsAt = dueFrom(page.since, startingMs, at);
      return undefined;
    }),
    PodPullRestarted: this.#book.handler(name, start),
    PodRestarted: this.#book.handler(name, start),
    PodStarted: this.#book.handler(name, (page, { reachMs }: Event<'PodStarted'>, at) => {
      const wrong = compareTime('ran', rules.starting, at, page.phaseEndsAt);
      page.phase = 'up';
      page.phaseEndsAt = reachMs === undefined ? undefined : later(at, reachMs);
      return wrong;
    }),
    PodBecameReachable: this.#book.handler(name, (page, _event, at) => {
      const wrong = compareTime('could be reached', rules.up, at, page.phaseEndsAt);
      page.phaseEndsAt = undefined;
      return wrong;
    }),
    PodFailed: this.#book.handler(name, (page, { reason }: Event<'PodFailed'>, at) => {
      const wrong = reason === 'image' ? compareTime('failed to pull its image', rules.starting, at, page.phaseEndsAt) : undefined;
      page.phaseEndsAt = undefined;
      return wrong;
    }),
    PodStopped: this.#book.handler(name, (page) => {
      page.phaseEndsAt = undefined;
      return undefined;
    }),
    PodTerminated: ({ podId }) => this.#book.remove(podId),
    SettingsChanged: (_event, { at }) => {
      for (const page of this.#book.pages()) {
        if (page.phase !== 'placed' || page.phaseEndsAt === undefined) continue;
        page.phaseEndsAt = dueFrom(page.since, this.#sources.settings.pod.provision, at);
        this.#book.refresh(page);
      }
      return undefined;
    },
  };

  timePasses(to: VirtualTime): Broken | undefined {
    const page = this.#book.findOverdue(to);
    if (page === undefined) return undefined;
    const { id, phase, phaseEndsAt = to } = page;
    return { name, words: `${id} ${sayMissing(misses[phase], rules[phase], phaseEndsAt)}` };
  }

  dump(): ReadonlyMap<string, PodPage> {
    return this.#book.dump();
  }

  load(dump: ReadonlyMap<string, PodPage>): Steps<void> {
    return this.#book.load(dump);
  }

  #place(page: PodPage, at: VirtualTime): PodPage {
    page.phase = 'placed';
    page.since = at;
    page.phaseEndsAt = later(at, this.#sources.settings.pod.provision);
    return page;
  }
}

type PodPhase = 'placed' | 'starting' | 'up';

interface PodPage extends DuePage {
  phase: PodPhase;
  since: VirtualTime;
  /** What comes next is due; undefined once nothing is. */
  phaseEndsAt: Due;
}

const rules: Readonly<Record<PodPhase, RuleId>> = { placed: 'pod.create', starting: 'pod.create', up: 'pod.reachable' };

const misses: Readonly<Record<PodPhase, string>> = {
  placed: 'did not begin to start',
  starting: 'did not end its start',
  up: 'did not become reachable',
};

const start = (page: PodPage, { startingMs }: { readonly startingMs: number }, at: VirtualTime): undefined => {
  page.phase = 'starting';
  page.since = at;
  page.phaseEndsAt = later(at, startingMs);
};
