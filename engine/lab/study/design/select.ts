import { knStanding } from '../../../statistics/kn.ts';
import { ocbaStanding } from '../../../statistics/ocba.ts';
import type { SelectSpec } from '../format/selectFormat.ts';
import { studyMeasures } from '../measure/measures.ts';
import type { Known } from '../results/known.ts';
import type { PlayResult } from '../results/result.ts';
import type { StudyConfiguration } from '../study.ts';

/** Where a selection of the best configuration stands. Places are those in the list of configurations. */
export interface SelectionStanding {
  /** How many seeds each takes, from 1 on. */
  readonly wanted: readonly number[];
  /** Undefined while plays are missing, and where no configuration has values. */
  readonly selected: number | undefined;
  /** Whether the choice is as sure as was asked for. */
  readonly isSure: boolean;
  /** About how likely it is the best, at least; only known with a budget. */
  readonly probability: number | null;
  /** Those that could not be distinguished from the best when the selection ended. */
  readonly inPlay: readonly number[];
  /** Those that cannot be selected: one of their first plays has no value. */
  readonly withoutValues: readonly number[];
}

/** Where a selection stands among configurations, by the known results in the order of the seeds. */
export const selectionStanding = (
  select: SelectSpec,
  parts: readonly { readonly measured: StudyConfiguration }[],
  known: Known,
): SelectionStanding => {
  const series = parts.map(({ measured }) => valuesOf(select, measured, known));
  // A play without a value cannot be compared: a configuration with such a play among its first seeds is out from the start.
  const withoutValues = series.flatMap(({ lacksFirst }, place) => (lacksFirst ? [place] : []));
  const places = series.flatMap((_, place) => (withoutValues.includes(place) ? [] : [place]));
  const values = places.map((place) => series[place]?.values ?? []);
  const standing = standingOf(select, values);
  const wanted = parts.map((_, place) => standing.wanted[places.indexOf(place)] ?? select.first);
  const place = (k: number): number => places[k] ?? k;
  return {
    ...standing,
    wanted,
    selected: standing.selected === undefined ? undefined : place(standing.selected),
    inPlay: standing.inPlay.map(place),
    withoutValues,
  };
};

const standingOf = (select: SelectSpec, values: readonly (readonly number[])[]): Omit<SelectionStanding, 'withoutValues'> => {
  if (select.by === 'ocba') {
    const { selected, probability, wanted } = ocbaStanding(values, select);
    return { selected, wanted, probability, isSure: true, inPlay: values.map((_, k) => k) };
  }
  const { indifference, confidence, first, max } = select;
  return { ...knStanding(values, { indifference, error: 1 - confidence, first, max }), probability: null };
};

interface Values {
  readonly values: readonly number[];
  readonly lacksFirst: boolean;
}

/** The values with the seeds from 1 on, up to the first that is not known, negated where more is better. Later plays without a value count as the worst so far. */
const valuesOf = ({ best, first }: SelectSpec, configuration: StudyConfiguration, known: Known): Values => {
  const sign = studyMeasures.get(best)?.better === 'more' ? -1 : 1;
  const values: number[] = [];
  for (;;) {
    const result = known(configuration, String(values.length + 1));
    if (result === undefined) return { values, lacksFirst: false };
    const value = valueIn(best, result);
    if (value === null && values.length < first) return { values, lacksFirst: true };
    values.push(value === null ? Math.max(...values) : sign * value);
  }
};

const valueIn = (name: string, result: PlayResult): number | null =>
  result.verdict === 'failed' ? null : (studyMeasures.get(name)?.of(result) ?? null);
