import { z } from 'zod';
import { computeMedian } from '../../statistics/sample.ts';
import { type Assessment, type JudgingWay, ways } from './assess.ts';
import type { FactReport } from './fidelity.ts';
import type { Mechanism } from './mechanisms.ts';
import { errorText } from './summary.ts';

const count = z.int().min(0);
/** The accuracy of the predictions of a fact. */
const figures = z.strictObject({
  error: z.number().min(0).optional().describe('The median of the sizes of its errors, to the hundredth'),
  within: count.describe('How many of its values lie in the middle 90 % of the plays'),
  among: count.describe('Of how many'),
  right: count.describe('Of what is counted or named: how many are right'),
  named: count.describe('Of how many'),
});
type FactFigures = z.output<typeof figures>;

/** The figures that are kept: by the timing, how often each observation was played, the way of judging, and the fact. */
export const keptFiguresSchema = z.record(
  z.string(),
  z.record(z.string().regex(/^\d+ plays$/), z.partialRecord(z.enum(ways), z.record(z.string(), figures))),
);
export type KeptFigures = z.output<typeof keptFiguresSchema>;

/** The timing and the number of plays behind figures. Only figures with the same two compare. */
export interface FiguresKey {
  readonly timing: string;
  readonly seeds: number;
}

/** The figures of a fact: of every value that other observations can predict. */
const computeFigures = ({ judgments }: FactReport): FactFigures => {
  const counted = judgments.filter(({ unseen }) => unseen !== true);
  const errors = counted.flatMap(({ error }) => (error === undefined ? [] : [Math.abs(error)]));
  const named = counted.filter(({ right }) => right !== undefined);
  return {
    ...(errors.length === 0 ? {} : { error: Math.round(computeMedian(errors) * 100) / 100 }),
    within: counted.reduce((sum, { within }) => sum + within, 0),
    among: counted.reduce((sum, { among }) => sum + among, 0),
    right: named.filter(({ right }) => right).length,
    named: named.length,
  };
};

/** A difference from a kept figure. */
export interface FigureChange {
  readonly fact: string;
  /** The first that the fact names. */
  readonly mechanism: Mechanism;
  readonly way: JudgingWay;
  readonly isWorse: boolean;
  /** Such as `median error 5 % → 20 %`. */
  readonly words: string;
}

/** The differences from the kept figures; none if none are kept for these times and this number of plays. */
export const compareKept = (kept: KeptFigures, { timing, seeds }: FiguresKey, assessment: Assessment): readonly FigureChange[] => {
  const under = kept[timing]?.[playsName(seeds)];
  return ways.flatMap((way) =>
    (assessment[way] ?? []).flatMap((report) => {
      const [was, is] = [under?.[way]?.[report.fact], computeFigures(report)];
      if (was === undefined) return [];
      const mechanism = report.mechanisms[0] ?? 'contract';
      return changesIn(was, is).map((change) => ({ fact: report.fact, mechanism, way, ...change }));
    }),
  );
};

/** Facts that have no figure for these times and this number of plays. */
export const findUnkept = (kept: KeptFigures, { timing, seeds }: FiguresKey, assessment: Assessment): readonly string[] => {
  const under = kept[timing]?.[playsName(seeds)];
  return assessment.own.flatMap(({ fact }) => (under?.own?.[fact] === undefined ? [fact] : []));
};

/** Replaces the kept figures with these. Figures of facts that were not judged now stay, unless all were. */
export const keepFigures = (kept: KeptFigures, { timing, seeds }: FiguresKey, assessment: Assessment, all: boolean): KeptFigures => {
  const earlier = all ? undefined : kept[timing]?.[playsName(seeds)];
  const byWay = Object.fromEntries(
    ways.flatMap((way) => {
      const found = Object.fromEntries((assessment[way] ?? []).map((report) => [report.fact, computeFigures(report)]));
      const facts = { ...earlier?.[way], ...found };
      return Object.keys(facts).length === 0 ? [] : [[way, facts] as const];
    }),
  );
  return { ...kept, [timing]: { ...kept[timing], [playsName(seeds)]: byWay } };
};

const playsName = (seeds: number): string => `${seeds} plays`;

const changesIn = (was: FactFigures, is: FactFigures): readonly Pick<FigureChange, 'isWorse' | 'words'>[] => {
  const errors =
    was.error === is.error
      ? []
      : [
          {
            isWorse: was.error !== undefined && (is.error ?? Number.POSITIVE_INFINITY) > was.error,
            words: `median error ${errorText(was.error)} → ${errorText(is.error)}`,
          },
        ];
  return [
    ...errors,
    ...countChanges('in the band', [was.within, was.among], [is.within, is.among]),
    ...countChanges('right', [was.right, was.named], [is.right, is.named]),
  ];
};

const countChanges = (
  name: string,
  was: readonly [number, number],
  is: readonly [number, number],
): readonly Pick<FigureChange, 'isWorse' | 'words'>[] =>
  was[0] === is[0] && was[1] === is[1]
    ? []
    : [{ isWorse: is[0] * was[1] < was[0] * is[1] || is[1] < was[1], words: `${name} ${was.join(' of ')} → ${is.join(' of ')}` }];

/** The file of kept figures: a line for each fact, so that a difference is read at a glance. */
export const writeKeptFigures = (kept: KeptFigures): string => {
  const write = (value: unknown, depth: number): string => {
    if (depth === 4)
      return JSON.stringify(value)
        .replaceAll(/([:,])/g, '$1 ')
        .replace('{', '{ ')
        .replace('}', ' }');
    const indent = '  '.repeat(depth + 1);
    const lines = Object.entries(value as object)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => `${indent}${JSON.stringify(name)}: ${write(part, depth + 1)}`);
    return `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`;
  };
  return `${write(kept, 0)}\n`;
};
