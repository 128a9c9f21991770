import type { Distribution } from '../../../cloud/handler/distribution.ts';
import type { HandlerSpec } from '../../../cloud/handler/spec.ts';
import type { WorldDefinition } from '../../../simulator/definition.ts';

/**
 * The least shape of the Pareto distributions that jobs have as their times, by the scenario itself: the tail index that no estimate is needed for. One with a
 * `max` has an end. Undefined if there is none.
 */
export const shapeOfTimes = ({ endpoints }: Pick<WorldDefinition, 'endpoints'>): number | undefined =>
  findLeast(endpoints.flatMap(({ handler }) => shapesIn(handler)));

const shapesIn = ({ duration, answers = [] }: HandlerSpec): readonly number[] => [
  ...tailShapes(duration),
  ...answers.flatMap(({ handler }) => shapesIn(handler)),
];

const tailShapes = (distribution: Distribution): readonly number[] => {
  if (distribution.maxMs !== undefined) return [];
  switch (distribution.kind) {
    case 'pareto':
      return [distribution.shape];
    case 'mixture':
      return distribution.parts.flatMap(({ of }) => tailShapes(of));
    case 'bySize':
      return [
        ...(distribution.size.kind === 'pareto' && distribution.size.max === undefined ? [distribution.size.shape] : []),
        ...(distribution.remainder === undefined ? [] : tailShapes(distribution.remainder)),
      ];
    default:
      return [];
  }
};

const findLeast = (shapes: readonly number[]): number | undefined => (shapes.length === 0 ? undefined : Math.min(...shapes));
