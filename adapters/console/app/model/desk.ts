import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ChosenRange, rangeMeant, type TimeRange } from './charts/range.ts';
import { makeTimeScale, type TimeScale, usualSpeed } from './charts/timeScale.ts';
import { stepInstant } from './moment/moment.ts';
import { type FindOpening, findFailure, type Opening } from './moment/opening.ts';
import type { RunAnswers, RunOutcome, Source } from './port/source.ts';
import { RunLog } from './runLog.ts';
import type { Scope } from './scope/scope.ts';
import { delay, throttle } from './throttled.ts';

/** How far the reading of a log is. */
export type Phase = 'playing' | 'reading' | 'live' | 'ended' | 'failed' | 'stopped';

/**
 * The state that all views share: the log, the moment, and the selection. Views read signals and call methods; the desk knows no view. The
 * moment is a number of entries: every view is a function of the log and the moment.
 */
export class Desk {
  readonly phase = signal<Phase>('playing');
  readonly problems = signal<readonly string[]>([]);
  /** How the run is called. */
  readonly title = signal('');
  readonly outcome = signal<RunOutcome | undefined>(undefined);
  /** The moment. */
  readonly seq = signal(0);
  /** The id of the selected entity. */
  readonly selected = signal<string | undefined>(undefined);
  /** What the log shows, and what the list of calls does. */
  readonly filter = signal('');
  readonly callFilter = signal('');
  /** Where the head stands between two entries, while the run is played; undefined otherwise. */
  readonly playhead = signal<number | undefined>(undefined);
  /** Seconds of virtual time in one second, for playing. */
  readonly speed = signal(1);
  /** Counts deliveries of the source: views of the whole log read it, too. */
  readonly version = signal(0);
  /** The answers of calls, once a view has asked for them; undefined also if the source has none. */
  readonly answers = signal<RunAnswers | undefined>(undefined);
  /** The reason for the moment at which the run was opened; undefined if that is its end, a failure, or a requested moment. */
  readonly opening = signal<Opening | undefined>(undefined);
  /** Whether a view has asked for the answers, and they have not arrived yet. */
  readonly awaitsAnswers = signal(false);
  /** The current time of a live world, which passes the time of the last entry. 0 elsewhere. */
  readonly now = signal(0);
  readonly #log = signal<RunLog | undefined>(undefined);
  #source: Source | undefined;
  /** The source that was asked for answers. */
  #asked: Source | undefined;

  /** The log so far. It remains the same object as it grows: read `version`, too, to be notified. */
  get log(): RunLog | undefined {
    return this.#log.value;
  }

  /** The time at the moment. */
  readonly at: ReadonlySignal<number> = computed(() => this.playhead.value ?? this.timeAt(this.seq.value));

  /** The moment as views show it that draw much: a few times a second while it moves. */
  readonly shown = throttle(this.seq, 90);
  /** The moment as views show it that read much of the log: a little later. */
  readonly settled = delay(this.seq, 200);

  /** The part of the run that all views show, as it was chosen. */
  readonly chosenRange = signal<ChosenRange>(undefined);

  /** The part of the world that lanes, tape, charts and the fleet show. */
  readonly scope = signal<Scope>({});

  /** From the first time that is known to the last. */
  readonly wholeRange: ReadonlySignal<TimeRange> = computed(() => {
    this.version.value;
    const { begin, end } = this.log ?? { begin: 0, end: 0 };
    return { from: begin, to: Math.max(end, this.now.value) };
  });

  readonly range: ReadonlySignal<TimeRange> = computed(() => rangeMeant(this.chosenRange.value, this.wholeRange.value));

  /** Places the times of the shown log. */
  readonly scale: ReadonlySignal<TimeScale> = computed(() => {
    this.version.value;
    const { log, range } = this;
    return log === undefined ? makeTimeScale([]) : makeTimeScale(log.timesIn(range.value), range.value.from);
  });

  readonly length: ReadonlySignal<number> = computed(() => {
    this.version.value;
    return this.log?.length ?? 0;
  });

  /** Replaces the log. The moment is the requested one, once the log has it; otherwise the one that the page finds, or the end. */
  open(source: Source, seq?: number, findOpening: FindOpening = findFailure): void {
    this.close();
    this.#source = source;
    batch(() => {
      this.#log.value = undefined;
      this.phase.value = 'playing';
      this.problems.value = [];
      this.outcome.value = undefined;
      this.opening.value = undefined;
      this.answers.value = undefined;
      this.awaitsAnswers.value = false;
      this.seq.value = 0;
      this.now.value = 0;
      this.playhead.value = undefined;
      this.chosenRange.value = undefined;
      this.scope.value = {};
      this.version.value += 1;
    });
    let wanted = seq;
    source.open({
      begin: (header, title) =>
        batch(() => {
          this.#log.value = new RunLog(header, source.entriesMax);
          this.title.value = title;
          this.phase.value = 'reading';
        }),
      append: (entries) => {
        const log = this.#log.peek();
        if (log === undefined) return;
        const follows = wanted === undefined && this.seq.peek() === log.length;
        log.append(entries);
        batch(() => {
          this.version.value += 1;
          if (follows) this.seq.value = log.length;
          else if (this.seq.peek() < log.first) this.seq.value = log.first;
          if (wanted === undefined || log.length < wanted) return;
          this.seq.value = wanted;
          wanted = undefined;
        });
      },
      follow: () =>
        batch(() => {
          if (wanted !== undefined) this.seq.value = this.#log.peek()?.length ?? 0;
          wanted = undefined;
          this.phase.value = 'live';
        }),
      end: (outcome) =>
        batch(() => {
          const { length = 0 } = this.#log.peek() ?? {};
          // A reader who has gone elsewhere stays there.
          const opening = seq === undefined && this.seq.peek() === length ? findOpening(outcome, this.#log.peek()) : undefined;
          if (wanted !== undefined) this.seq.value = length;
          if (opening !== undefined) this.go(opening.seq);
          this.selected.value ??= opening?.id;
          this.opening.value = opening;
          this.speed.value = usualSpeed(this.scale.peek());
          this.outcome.value = outcome;
          this.phase.value = 'ended';
        }),
      fail: (problems) =>
        batch(() => {
          this.problems.value = problems;
          this.phase.value = 'failed';
        }),
    });
  }

  /** Asks for the answers of calls, once for each log. Those of a live world keep arriving until the caller calls what this returns. */
  readAnswers(): (() => void) | undefined {
    const source = this.#source;
    const take = (answers: RunAnswers): void => {
      if (source !== this.#source) return;
      batch(() => {
        this.answers.value = answers;
        this.awaitsAnswers.value = false;
      });
    };
    const isAsked = source === this.#asked;
    this.#asked = source;
    if (!isAsked) this.awaitsAnswers.value = source?.readAnswers !== undefined || source?.followAnswers !== undefined;
    if (!isAsked) source?.readAnswers?.(take);
    return source?.followAnswers?.(take);
  }

  /** Shows a problem instead of a log. */
  refuse(problems: readonly string[]): void {
    this.close();
    batch(() => {
      this.#log.value = undefined;
      this.version.value += 1;
      this.problems.value = problems;
      this.phase.value = 'failed';
    });
  }

  /** Reads no further. */
  close(): void {
    this.#source?.close();
    this.#source = undefined;
    if (this.phase.value === 'playing' || this.phase.value === 'reading' || this.phase.value === 'live') this.phase.value = 'stopped';
  }

  /** The time of an entry; for the last one of a live world, the world's current time. */
  timeAt(seq: number): number {
    const at = this.log?.at(seq) ?? 0;
    return seq >= this.length.value ? Math.max(at, this.now.value) : at;
  }

  /** Moves the moment; it stays within the log. */
  go(seq: number): void {
    const { length, first } = this.log ?? { length: 0, first: 0 };
    batch(() => {
      this.playhead.value = undefined;
      this.seq.value = Number.isNaN(seq) ? this.seq.value : Math.min(Math.max(first, Math.round(seq)), length);
    });
  }

  /** Moves to a time: after all that happened up to it. */
  goToTime(at: number): void {
    if (this.log !== undefined) this.go(this.log.lastUpTo(at));
  }

  /** Moves to an entry, and selects its subject. */
  show(seq: number): void {
    const subject = this.log?.subject(seq);
    batch(() => {
      this.go(seq);
      if (subject !== undefined) this.selected.value = subject;
    });
  }

  select(id: string | undefined): void {
    this.selected.value = id;
  }

  step(by: 1 | -1): void {
    this.go(this.seq.value + by);
  }

  stepInstant(by: 1 | -1): void {
    if (this.log !== undefined) this.go(stepInstant(this.log, this.seq.value, by));
  }

  /** Moves to the next fault or failure, or to the one before, and selects its subject. */
  stepLandmark(by: 1 | -1): void {
    const seq = this.log?.landmarks.step(this.seq.value, by);
    if (seq !== undefined) this.show(seq);
  }
}
