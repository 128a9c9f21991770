import { type DurationMs, formatDuration } from '../../kernel/time.ts';
import type { DataPath } from '../format/problem.ts';
import type { StepSpec } from '../step/stepFormat.ts';

/** A step in its list: the step that it follows, unless it has a time of its own, and the group that it is in. */
interface StepPlace {
  readonly path: DataPath;
  readonly step: StepSpec;
  readonly before: StepPlace | undefined;
  readonly group: StepPlace | undefined;
  readonly inner: StepPlace[];
}

/** The order of a file's steps, as far as it is certain without a run. For groups and repeated steps, only their first time counts. */
export class StepOrder {
  readonly #places = new Map<string, StepPlace>();

  constructor(steps: readonly StepSpec[]) {
    this.#add(steps, [], undefined);
  }

  /** Explains why a step at that path cannot have a value that another saves: undefined if it may. */
  saysLater(user: DataPath, saver: DataPath): string | undefined {
    const [a, b] = [this.#at(user), this.#at(saver)];
    if (a === undefined || b === undefined) return undefined;
    if (a === b) return 'by this step, after its answer was compared';
    if (collectNeeded(b).has(a)) return `by ${saver.join('.')}, which comes later`;
    return this.saysAfter(findStart(a), saver);
  }

  /** The same for an event at that time. */
  saysAfter(time: DurationMs | undefined, saver: DataPath): string | undefined {
    const place = this.#at(saver);
    const earliest = place === undefined ? 0 : findEarliest(place);
    return time !== undefined && time < earliest
      ? `by ${saver.join('.')}, which comes at ${formatDuration(earliest)} at the earliest, and this at ${formatDuration(time)}`
      : undefined;
  }

  #at(path: DataPath): StepPlace | undefined {
    return this.#places.get(path.join('.'));
  }

  #add(steps: readonly StepSpec[], at: DataPath, group: StepPlace | undefined): void {
    const list: StepPlace[] = [];
    for (const [k, step] of steps.entries()) {
      const path = [...at, 'steps', k];
      const followed = step.after === undefined ? list.at(-1) : list.find((one) => one.step.name === step.after);
      const place: StepPlace = { path, step, before: step.at === undefined ? followed : undefined, group, inner: [] };
      list.push(place);
      group?.inner.push(place);
      this.#places.set(path.join('.'), place);
      this.#add((step.steps ?? []) as readonly StepSpec[], path, place);
    }
  }
}

/** The steps that have begun when a step is over. */
const collectNeeded = (place: StepPlace, found = new Set<StepPlace>()): ReadonlySet<StepPlace> => {
  if (found.has(place)) return found;
  collectNeededFirst(place, found);
  for (const one of place.inner) collectNeeded(one, found);
  return found;
};

/** The steps that have begun when it begins, and itself. */
const collectNeededFirst = (place: StepPlace, found: Set<StepPlace>): void => {
  found.add(place);
  if (place.before !== undefined) collectNeeded(place.before, found);
  else if (place.group !== undefined) collectNeededFirst(place.group, found);
};

const findEarliest = ({ step, before, group }: StepPlace): DurationMs => {
  if (step.at !== undefined) return step.at;
  const first = before === undefined ? (group === undefined ? 0 : findEarliest(group)) : findEarliest(before);
  return (first + (step.when === undefined ? (step.delay ?? 0) : 0)) as DurationMs;
};

/** The time at which a step begins, if the file alone determines it: no step before it waits for an answer or a condition. */
const findStart = ({ step, before, group }: StepPlace): DurationMs | undefined => {
  if (step.at !== undefined) return step.at;
  const waits = step.when !== undefined || [before?.step.act, before?.step.repeat, before?.step.steps].some((part) => part !== undefined);
  if (waits) return undefined;
  const first = before === undefined ? (group === undefined ? 0 : findStart(group)) : findStart(before);
  return first === undefined ? undefined : ((first + (step.delay ?? 0)) as DurationMs);
};
