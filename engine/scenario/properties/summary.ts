import { pluralize } from '../../kernel/text/pluralize.ts';
import type { PropertyResult } from '../format/resultFormat.ts';
import type { Progress } from './kind.ts';

/** The verdicts of many runs on one property. */
export interface PropertySummary {
  readonly name: string;
  readonly kind: string;
  /** In how many runs it was declared, had something to look at, was seen, and was broken. */
  readonly runs: number;
  readonly evaluated: number;
  readonly seen: number;
  readonly broken: number;
  /** For a property that looks for something: the first run that showed it. */
  readonly firstSeen?: number;
  /** For a goal: how far the best run came, and the first run that came that far. */
  readonly best?: Progress & { readonly run: number };
}

/** A property that no run has shown or tried, or that some run has broken. */
export const isOpen = ({ kind, evaluated, seen, broken }: PropertySummary): boolean =>
  broken > 0 || evaluated === 0 || (looksFor.includes(kind) && seen === 0);

const looksFor: readonly string[] = ['sometimes', 'reachable'];

/** The summary after one more run. Runs are taken in by their numbers, so that it is the same however many threads play. */
export const summarize = (before: PropertySummary | undefined, result: PropertyResult, run: number): PropertySummary => {
  const { name, kind, evaluated, seen = false, progress, broken } = result;
  const { runs, evaluated: tried, seen: shown, broken: failed, firstSeen, best } = before ?? none;
  const isBetter = progress !== undefined && (best === undefined || progress.met > best.met);
  const first = firstSeen ?? (seen ? run : undefined);
  const furthest = isBetter ? { ...progress, run } : best;
  return {
    name,
    kind,
    runs: runs + 1,
    evaluated: tried + (evaluated ? 1 : 0),
    seen: shown + (seen ? 1 : 0),
    broken: failed + (broken === undefined ? 0 : 1),
    ...(first === undefined ? {} : { firstSeen: first }),
    ...(furthest === undefined ? {} : { best: furthest }),
  };
};

const none: Omit<PropertySummary, 'name' | 'kind'> = { runs: 0, evaluated: 0, seen: 0, broken: 0 };

/** Summarizes the verdicts of many runs on a property in a line: `reachable …: best 3 of 5, by run 812`. */
export const summaryText = ({ name, kind, runs, evaluated, seen, broken, firstSeen, best }: PropertySummary): string => {
  const of = `of ${pluralize(runs, 'run')}`;
  if (broken > 0) return `${name}: broken in ${broken} ${of}`;
  if (looksFor.includes(kind) && seen > 0) return `${name}: seen in ${seen} ${of}, first in run ${firstSeen ?? 0}`;
  if (best !== undefined && best.met > 0)
    return `${name}: best ${best.met} of ${best.of}, by run ${best.run}${best.next === undefined ? '' : `; next is ${best.next}`}`;
  if (evaluated === 0) return `${name}: never evaluated in ${pluralize(runs, 'run')}`;
  return looksFor.includes(kind) ? `${name}: never seen in ${pluralize(runs, 'run')}` : `${name}: held in ${evaluated} ${of}`;
};
