import type { Goal } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { Frontier } from '../format/pictureFormat.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';

/** Undefined if the goal does not name two measures. */
export const frontierAxes = (goal: Goal | undefined): Frontier | undefined => {
  if (goal === undefined) return undefined;
  const { minimize, maximize } = goal;
  const [limit] = listLimits(goal);
  const wanted = minimize ?? maximize;
  if (limit === undefined || wanted === undefined || limit.name === wanted) return undefined;
  return { across: { name: wanted, less: maximize === undefined }, up: { name: limit.name, less: limit.lte !== undefined } };
};

/** The numbers of the configurations than which no other one is better in one of the two measures and at least as good in the other. */
export const findFrontier = (goal: Goal | undefined, configurations: readonly ConfigurationReport[]): readonly number[] => {
  const axes = frontierAxes(goal);
  if (axes === undefined) return [];
  const places = configurations.flatMap(({ number, measures }) => {
    const [x, y] = [axes.across, axes.up].map(({ name, less }) => (measures[name]?.mean ?? Number.NaN) * (less ? 1 : -1));
    return x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y) ? [] : [{ number, x, y }];
  });
  return places.filter((one) => !places.some((other) => beats(other, one))).map(({ number }) => number);
};

interface FrontierPoint {
  readonly x: number;
  readonly y: number;
}

const beats = (a: FrontierPoint, b: FrontierPoint): boolean => a.x <= b.x && a.y <= b.y && (a.x < b.x || a.y < b.y);
