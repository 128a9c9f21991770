import { batch, effect, signal } from '@preact/signals';
import { idMeant } from '../../../engine/index.ts';
import { hashOfPlace, type Place, placeOfHash } from './link/hash.ts';
import { linkText, scenarioOfLink } from './link/scenarioLink.ts';
import type { Live } from './live/live.ts';
import type { Desk } from './model/desk.ts';
import type { KnownRun, PageData, ScenarioText } from './pageData.ts';
import type { PlayRequest } from './source/messages.ts';
import type { Source } from './source/source.ts';
import type { Panes } from './views/panes.ts';

/** A run that can be chosen. */
export interface ChoosableRun {
  readonly name: string;
  readonly request: PlayRequest;
  /** What Node came to, if the page was made with this run. */
  readonly known?: KnownRun;
}

interface SessionParts {
  readonly desk: Desk;
  readonly panes: Panes;
  readonly data: PageData;
  readonly sourceOf: (request: PlayRequest) => Source;
  /** The worlds of the server that the page came from. */
  readonly live?: Live | undefined;
}

/** What is opened, and the address that leads back to it. */
export class Session {
  readonly runs = signal<readonly ChoosableRun[]>([]);
  readonly chosen = signal(0);
  readonly #parts: SessionParts;
  /** The scenario of the link, as the address has it. */
  #linked: string | undefined;
  /** Ends the wait for the log in which a name is looked up. */
  #stopWaiting: () => void = () => undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Opens what the address says, and keeps the address up to date from then on. */
  async start(): Promise<void> {
    await this.#follow(placeOfHash(location.hash));
    addEventListener('hashchange', () => void this.#follow(placeOfHash(location.hash)));
    this.#keepAddress();
  }

  get run(): ChoosableRun | undefined {
    return this.runs.value[this.chosen.value];
  }

  /** The file of the run, as a command line would name it. */
  get file(): string {
    return this.run?.request.scenario.file ?? 'a.scenario.yaml';
  }

  choose(index: number, seq?: number): void {
    this.chosen.value = index;
    const { run } = this;
    this.#select(undefined);
    if (run !== undefined) this.#parts.desk.open(this.#parts.sourceOf(run.request), seq);
  }

  stop(): void {
    this.#parts.desk.close();
  }

  /** The world that is shown, instead of a run. */
  get live(): Live | undefined {
    const { live } = this.#parts;
    return live?.isOpen.value === true ? live : undefined;
  }

  /** A link with the scenario in it. It leads to this moment, wherever it is opened. */
  async link(): Promise<string> {
    const { run, live } = this;
    const recorded = await live?.recorded();
    const played = live === undefined ? run?.request.scenario : recorded;
    const scenario = played === undefined ? undefined : await linkText(plainScenario(played));
    const { world: _, ...place } = this.#place;
    if (scenario === undefined) return `${location.href.split('#')[0]}${hashOfPlace(this.#place)}`;
    const whole = { ...place, scenario, run: run?.request.index ?? 0, seq: this.#parts.desk.seq.value };
    return `${location.href.split('#')[0]}${hashOfPlace(whole)}`;
  }

  async #follow(place: Place): Promise<void> {
    const { desk, panes, data, live } = this.#parts;
    if (live !== undefined && place.scenario === undefined) this.#followLive(live, place);
    else if (place.scenario !== this.#linked || this.runs.peek().length === 0) {
      this.#linked = place.scenario;
      const linked = place.scenario === undefined ? undefined : await scenarioOfLink(place.scenario);
      if (linked !== undefined && 'problem' in linked) {
        desk.refuse([linked.problem]);
        return;
      }
      live?.leave();
      this.runs.value = linked === undefined ? runsOf(data) : linkedRuns(linked.scenario, place.run ?? 0);
      this.choose(linked === undefined ? (place.run ?? 0) : 0, place.seq);
    } else if (this.#linked === undefined && (place.run ?? 0) !== this.chosen.peek()) this.choose(place.run ?? 0, place.seq);
    else if (place.seq !== undefined) desk.go(place.seq);
    batch(() => {
      if (place.view !== undefined) panes.show(place.view);
      if (place.side !== undefined) panes.show(place.side);
      if (place.filter !== undefined) desk.filter.value = place.filter;
    });
    this.#select(place.of);
  }

  #followLive(live: Live, { world = live.opened.world, seq }: Place): void {
    const isShown = live.isOpen.peek() && live.world.peek() === world;
    this.#linked = undefined;
    if (!isShown) live.choose(world, seq);
    else if (seq !== undefined) this.#parts.desk.go(seq);
  }

  /** Selects by a name that only the log knows, so it may have to wait for the log. */
  #select(name: string | undefined): void {
    const { desk } = this.#parts;
    this.#stopWaiting();
    if (name === undefined) return desk.select(undefined);
    this.#stopWaiting = effect(() => {
      const isRead = desk.phase.value !== 'playing' && desk.phase.value !== 'reading';
      if (!isRead || desk.log === undefined) return;
      desk.select(idMeant(desk.log, name));
      queueMicrotask(() => this.#stopWaiting());
    });
  }

  get #place(): Place {
    const { desk, panes, live } = this.#parts;
    const selected = desk.selected.value;
    const of = selected === undefined ? undefined : (desk.log?.names.known(selected) ?? selected);
    return {
      ...(this.#linked === undefined ? {} : { scenario: this.#linked }),
      ...(this.chosen.value === 0 ? {} : { run: this.chosen.value }),
      ...(this.live === undefined || this.live.world.value === live?.opened.world ? {} : { world: this.live.world.value }),
      // The end of a live log moves on.
      ...(this.live?.isAtEnd.value === true ? {} : { seq: desk.seq.value }),
      ...(of === undefined || of.length > 200 ? {} : { of }),
      ...(panes.open.main.value === undefined ? {} : { view: panes.open.main.value }),
      ...(panes.open.side.value === panes.of('side')[0]?.id ? {} : { side: panes.open.side.value ?? '' }),
      ...(desk.filter.value === '' ? {} : { filter: desk.filter.value }),
    };
  }

  /** The address follows what is shown, a little later: browsers allow few changes of it in a second. */
  #keepAddress(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
      const place = this.#place;
      const { phase } = this.#parts.desk;
      if (phase.value === 'playing' || phase.value === 'reading' || phase.value === 'failed') return;
      clearTimeout(timer);
      timer = setTimeout(() => history.replaceState(null, '', hashOfPlace(place) || ' '), 300);
    });
  }
}

const plainScenario = ({ file, text, files, seeds }: ScenarioText): ScenarioText => ({
  file,
  text,
  files,
  ...(seeds === undefined ? {} : { seeds }),
});

/** The runs that the page was made with. */
export const runsOf = ({ scenarios }: PageData): readonly ChoosableRun[] =>
  scenarios.flatMap((scenario) =>
    scenario.runs.map((known) => ({
      name: known.member === null ? known.title : `${known.title} · ${known.member}`,
      request: { scenario: plainScenario(scenario), index: known.index },
      known,
    })),
  );

const linkedRuns = (scenario: ScenarioText, index: number): readonly ChoosableRun[] => [
  { name: scenario.file, request: { scenario, index } },
];
