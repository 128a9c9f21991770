import { getShortestPaths } from 'xstate/graph';
import type { Lifecycle, Row } from './lifecycle.ts';
import { toMachine } from './machine.ts';

/** A shortest way of a lifecycle from one status to another, as its rows; undefined if there is none. Of equally short ones, the first. */
export const shortestWay = <Status extends string>(lifecycle: Lifecycle<Status>, from: string, to: string): readonly Row[] | undefined =>
  waysFrom(lifecycle, from).get(to);

/** By status: the shortest way to it. */
export const waysFrom = (lifecycle: Lifecycle, from: string): ReadonlyMap<string, readonly Row[]> => {
  const { rows } = lifecycle;
  const machine = toMachine(lifecycle);
  const paths = getShortestPaths(machine, { fromState: machine.resolveState({ value: from, context: {} }) });
  return new Map(
    paths.map(({ state, steps }) => {
      // The first step enters the status that the way begins with.
      const way = steps.slice(1).map(({ event }, k) => [String(steps[k]?.state.value), event.type] as const);
      return [String(state.value), way.flatMap(([at, type]) => rows.find((row) => row.from === at && row.event === type) ?? [])];
    }),
  );
};
