import { batch, effect, signal, untracked } from '@preact/signals';
import { Address } from './link/address.ts';
import { hashOfPlace, type Place } from './link/hash.ts';
import { linkText, scenarioOfLink } from './link/scenarioLink.ts';
import { timeMeant } from './link/times.ts';
import type { Live } from './live/live.ts';
import { findPlace } from './model/change/changes.ts';
import { WrittenChange } from './model/change/draft.ts';
import type { Desk } from './model/desk.ts';
import { findAnswer, findFailure } from './model/moment/opening.ts';
import { type LoadedPair, loadPair } from './model/pair.ts';
import type { Panes } from './model/panes.ts';
import { showViews, writeViews } from './model/place/views.ts';
import { readEntity, writeEntity, writeMoment } from './model/place/words.ts';
import type { PlayerMessage, PlayRequest, WorkerRequest } from './model/port/messages.ts';
import type { Source } from './model/port/source.ts';
import type { RunLog } from './model/runLog.ts';
import { branchesOfRun, branchOfRun, type ChoosableRun, isOfPage, listRuns, runsOfText } from './model/runs.ts';
import type { PageData, ScenarioText } from './pageData.ts';

interface SessionParts {
  readonly desk: Desk;
  readonly panes: Panes;
  readonly data: PageData;
  readonly openSource: (request: PlayRequest) => Source;
  /** The worlds of the server that the page came from. */
  readonly live?: Live | undefined;
  /** Asks a worker, which plays runs. Returns a function that stops it. */
  readonly ask: (request: WorkerRequest, hear: (message: PlayerMessage) => void) => () => void;
}

/** The open runs, and the address that leads back to them. */
export class Session {
  readonly runs = signal<readonly ChoosableRun[]>([]);
  readonly chosen = signal(0);
  /** The editor's scenario, while its texts differ from those of the run. */
  readonly draft = signal<ScenarioText | undefined>(undefined);
  readonly change = new WrittenChange();
  /** The two compared runs, if the reader has chosen them. */
  readonly pair = signal<readonly [a: ChoosableRun, b: ChoosableRun] | undefined>(undefined);
  readonly ask: SessionParts['ask'];
  readonly #parts: SessionParts;
  readonly #address = new Address();
  /** The scenario itself, in the address of a run that the page was not made with. */
  readonly #link = signal<string | undefined>(undefined);
  /** Ends the wait for the log in which something is looked up. */
  #stopWaiting: () => void = () => undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.ask = parts.ask;
  }

  /** Opens what the address names, and keeps the address up to date from then on. */
  async start(): Promise<void> {
    const { data, panes } = this.#parts;
    this.runs.value = listRuns(data);
    if (data.isNew === true) panes.show('change', 'scenario');
    await this.#follow(this.#address.place, true);
    this.#address.listen((place) => void this.#follow(place));
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
    this.#arrive({});
    this.#link.value = undefined;
    if (run === undefined) return;
    const opens = run.parent === undefined ? findAnswer : findFailure;
    this.#parts.desk.open(this.#parts.openSource(run.request), seq ?? run.known?.failure?.seq, opens);
    if (run.known === undefined) void this.#writeLink(run);
  }

  /** Plays a scenario that was written here. It replaces the one that was written before, with its branches. */
  play(scenario: ScenarioText): void {
    this.draft.value = undefined;
    this.#add(runsOfText(scenario), 0);
  }

  /** Plays the run that is shown with one more change, and shows the moment of the change. A change that was refused gives way to it. */
  branch(change: string, isAgain = false): void {
    const { run } = this;
    const base = isAgain ? run?.parent : run;
    if (base === undefined) return;
    const isOver = (one: ChoosableRun): boolean => isAgain && one === run && !this.runs.peek().some(({ parent }) => parent === run);
    batch(() => {
      this.runs.value = [...this.runs.value.filter((one) => !isOver(one)), branchOfRun(base, change)];
      this.pair.value = undefined;
    });
    this.choose(this.runs.value.length - 1);
    this.#whenRead((log) => this.#parts.desk.show(findPlace(log, change)));
  }

  /** Finds the two compared runs: those that the reader has chosen, or the shown branch and its parent. */
  get compared(): readonly [a: ChoosableRun, b: ChoosableRun] | undefined {
    const { run } = this;
    const chosen = this.pair.value;
    if (chosen?.every((one) => this.runs.value.includes(one)) === true) return chosen;
    const other = run?.parent ?? this.runs.value.find((one) => one !== run);
    return run === undefined || other === undefined ? undefined : [other, run];
  }

  /** Another run may be shown now, and the same two are compared. */
  keepPair(): void {
    this.pair.value = this.compared;
  }

  /** Plays and measures two runs. */
  openPair(a: ChoosableRun, b: ChoosableRun): LoadedPair {
    const { openSource, ask } = this.#parts;
    return loadPair([openSource(a.request), openSource(b.request)], (hear) => ask({ type: 'measure', a: a.request, b: b.request }, hear));
  }

  stop(): void {
    this.#parts.desk.close();
  }

  /** The world that is shown, instead of a run. */
  get live(): Live | undefined {
    const { live } = this.#parts;
    return live?.isOpen.value === true ? live : undefined;
  }

  /** A link to what is shown, for those who have this page. */
  get shortLink(): string {
    return `${location.href.split('#')[0]}${hashOfPlace(this.#place)}`;
  }

  /** A link with the scenario in it. It leads to this moment, wherever it is opened. */
  async link(): Promise<string> {
    const { run, live } = this;
    const played = live === undefined ? run?.request.scenario : await live.fetchRecording();
    const scenario = played === undefined ? undefined : await linkText(played);
    if (scenario === undefined) return this.shortLink;
    const { world: _, ...place } = this.#place;
    const { log, seq } = this.#parts.desk;
    const whole = { ...place, ...writeMoment(log, seq.value), scenario, run: run?.request.index ?? 0 };
    return `${location.href.split('#')[0]}${hashOfPlace(whole)}`;
  }

  /** Adds runs that the page was not made with to its own. */
  #add(added: readonly ChoosableRun[], shown: number, seq?: number): void {
    const own = this.runs.value.filter(({ known, parent }) => known !== undefined || isOfPage(parent));
    this.runs.value = [...own, ...added];
    this.choose(own.length + shown, seq);
  }

  async #writeLink(run: ChoosableRun): Promise<void> {
    const text = await linkText(run.request.scenario);
    if (this.run === run) this.#link.value = text;
  }

  async #follow(place: Place, isFirst = false): Promise<void> {
    const { desk, panes, live } = this.#parts;
    const { scenario } = place;
    // A time is looked up in the log, once it has been read: until then the moment is no other.
    const seq = place.time === undefined ? place.seq : Number.POSITIVE_INFINITY;
    if (live !== undefined && scenario === undefined) this.#followLive(live, place, seq);
    else if (scenario !== undefined && scenario !== this.#link.value) {
      const linked = await scenarioOfLink(scenario);
      if ('problem' in linked) {
        desk.refuse([linked.problem]);
        // Otherwise the editor would show its own text instead of the problem with the link.
        panes.show(panes.of('main')[0]?.id ?? '');
        return;
      }
      live?.leave();
      const runs = runsOfText(linked.scenario);
      const base = runs[Math.min(place.run ?? 0, runs.length - 1)] as ChoosableRun;
      const branches = branchesOfRun(base, linked.scenario.changes ?? []);
      const added = [...runs, ...branches.slice(1)];
      this.#add(added, added.indexOf(branches.at(-1) as ChoosableRun), seq);
    } else if (scenario === undefined && (isFirst || (place.run ?? 0) !== this.chosen.peek())) this.choose(place.run ?? 0, seq);
    else if (place.seq !== undefined) desk.go(place.seq);
    showViews(place, desk, panes, isFirst);
    this.#arrive(place);
  }

  #followLive(live: Live, { world = live.opened.world, time }: Place, seq: number | undefined): void {
    const isShown = live.isOpen.peek() && live.world.peek() === world;
    this.#link.value = undefined;
    this.runs.value = [];
    if (!isShown) live.choose(world, seq);
    else if (seq !== undefined && time === undefined) this.#parts.desk.go(seq);
  }

  /** Goes to a time and selects by a name, which only the log knows, so it may have to wait for the log. */
  #arrive(place: Place): void {
    const { desk } = this.#parts;
    const { of, time } = place;
    this.#stopWaiting();
    if (of === undefined) desk.select(undefined);
    if (of === undefined && time === undefined) return;
    this.#whenRead((log) => {
      if (time !== undefined) desk.goToTime(timeMeant(time, log.end) ?? log.end);
      if (of !== undefined) desk.select(readEntity(log, place));
    });
  }

  /** Does something once, with the whole log. */
  #whenRead(act: (log: RunLog) => void): void {
    const { desk } = this.#parts;
    this.#stopWaiting();
    this.#stopWaiting = effect(() => {
      const isRead = desk.phase.value !== 'playing' && desk.phase.value !== 'reading';
      if (!isRead || desk.log === undefined) return;
      const { log } = desk;
      untracked(() => act(log));
      queueMicrotask(() => this.#stopWaiting());
    });
  }

  get #place(): Place {
    const { desk, panes, live } = this.#parts;
    const run = this.run?.known === undefined ? (this.run?.request.index ?? 0) : this.chosen.value;
    return {
      ...(this.#link.value === undefined ? {} : { scenario: this.#link.value }),
      ...(run === 0 ? {} : { run }),
      ...(this.live === undefined || this.live.world.value === live?.opened.world ? {} : { world: this.live.world.value }),
      // The end of a live log moves on.
      ...(this.live?.isAtEnd.value === true ? {} : writeMoment(desk.log, desk.seq.value)),
      ...writeEntity(desk.log, desk.selected.value),
      ...writeViews(desk, panes),
    };
  }

  /** Updates the address when the shown parts change. */
  #keepAddress(): void {
    effect(() => {
      const place = this.#place;
      const isReady = this.live !== undefined || this.run?.known !== undefined || this.#link.value !== undefined;
      if (isReady && !['playing', 'reading', 'failed'].includes(this.#parts.desk.phase.value)) this.#address.leadTo(place);
    });
  }
}
