import { mean } from '../../../statistics/moments.ts';
import type { Goal } from '../format/format.ts';
import { type GoalLimit, listLimits } from '../format/goalLimits.ts';
import { amountWithUnit } from '../measure/amount.ts';
import { listMeasured } from '../measure/batches.ts';
import { findMeasure } from '../measure/shares.ts';
import type { SeededResult } from '../results/known.ts';

/**
 * Where room decides the answer: for each limit that a configuration misses, whether it would keep to it if no launch were held. How often
 * launches are held is a wide guess (worker.capacity), so an answer that hangs on it says so.
 */
export const describeHeldLaunches = (goal: Goal, plays: readonly SeededResult[]): readonly string[] => {
  const held = plays.filter(({ result }) => result.mechanisms?.includes('capacity') === true);
  if (held.length === 0) return [];
  return listLimits(goal).flatMap((limit) => {
    const measure = (some: readonly SeededResult[]): number | undefined => {
      const values = listMeasured(
        limit.name,
        some.map(({ result }) => result),
      );
      return values.length === 0 ? undefined : mean(values);
    };
    const [all, ofHeld, ofOthers] = [measure(plays), measure(held), measure(plays.filter((one) => !held.includes(one)))];
    if (all === undefined || ofHeld === undefined || keepsTo(limit, all)) return [];
    const where = `launches were held for want of room in ${held.length} of ${plays.length} plays`;
    if (ofOthers === undefined)
      return [`${where}, so whether ${limit.name} misses its limit for that is not known: play it with \`worker: { shortHours: 0 }\`, too`];
    if (!keepsTo(limit, ofOthers)) return [];
    const say = (value: number): string => amountWithUnit(value, findMeasure(limit.name)?.unit ?? '');
    return [
      `${where}: ${limit.name} is ${say(ofHeld)} in these and ${say(ofOthers)} in the others, so room decides, and how often there is none is a wide guess (\`worker.shortHours\`)`,
    ];
  });
};

const keepsTo = ({ lte = Number.POSITIVE_INFINITY, gte = Number.NEGATIVE_INFINITY }: GoalLimit, value: number): boolean =>
  value <= lte && value >= gte;
