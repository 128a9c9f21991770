import { valuesToTell } from '../../../statistics/valuesToTell.ts';
import { buildContender } from '../design/contenders.ts';
import { countChoices, groupByChoice } from '../design/decision.ts';
import type { StudyPlan } from '../design/plan.ts';
import type { Goal } from '../format/format.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';
import type { DecisionReport, OpenReport } from '../format/statisticsFormat.ts';
import { shapeOfTimes } from '../measure/heavyTimes.ts';
import type { SeededResult } from '../results/known.ts';
import type { Study } from '../study.ts';
import { levelOfGoal } from './goal.ts';

/** The undecided part of the choice that a goal asks for, among configurations over all their circumstances. */
export const decisionReport = (
  study: Study,
  { decision }: StudyPlan,
  plays: readonly (readonly SeededResult[])[],
  configurations: readonly ConfigurationReport[],
  best: ConfigurationReport | undefined,
): DecisionReport | null => {
  const { goal, seeds } = study.spec;
  if (goal === undefined) return null;
  const choices = countChoices(study);
  const level = decision?.level ?? levelOfGoal(choices);
  const inEach = groupByChoice(plays, choices);
  const shapes = groupByChoice(
    study.configurations.map(({ scenario }) => shapeOfTimes(scenario.definition)),
    choices,
  );
  // Without a measure to minimize, the first configuration within the limits is best.
  const isBefore = (place: number): boolean => best === undefined || place < configurations.indexOf(best);
  const mayBeBest = ({ meets }: ConfigurationReport, place: number, better: number | null): boolean =>
    decision === undefined
      ? meets === 'unclear' && (better === null ? isBefore(place) : better > 0)
      : decision.inPlay.includes(place) && place !== decision.selected;
  const open = configurations.flatMap((one, place) => {
    const better = computeGain(goal, one, best);
    return mayBeBest(one, place, better)
      ? [{ configuration: one.number, better, seeds: seedsToTell(goal, one, inEach[place] ?? [], level, shapes[place] ?? []) }]
      : [];
  });
  return {
    of: goal.minimize ?? goal.maximize ?? null,
    wanted: seeds !== undefined && 'until' in seeds && 'sure' in seeds.until ? seeds.until.sure : null,
    isSure: open.length === 0,
    open: sortByGain(goal, configurations, open),
  };
};

/** The improvement of a configuration over another in the measure that the goal minimizes or maximizes. */
const computeGain = ({ minimize, maximize }: Goal, one: ConfigurationReport, best: ConfigurationReport | undefined): number | null => {
  const name = minimize ?? maximize;
  const [own, others] = [one, best].map((some) => (name === undefined ? undefined : some?.measures[name]?.mean));
  if (own === undefined || others === undefined) return null;
  return maximize === undefined ? others - own : own - others;
};

/** Until each limit that is not clear is clear. A play that failed stays failed. */
const seedsToTell = (
  goal: Goal,
  { failed }: ConfigurationReport,
  inEach: readonly (readonly SeededResult[])[],
  level: number,
  shapes: readonly (number | undefined)[],
): number | null => {
  if (failed.length > 0) return null;
  const { rooms, intervals } = buildContender(
    goal,
    inEach.map((plays) => plays.map(({ result }) => result)),
    0,
    shapes,
  );
  const needed = rooms.map((values, k) =>
    valuesToTell(
      values.flatMap((value) => value ?? []),
      level,
      intervals?.[k],
    ),
  );
  return needed.some((seeds) => seeds === undefined) ? null : Math.max(0, ...needed.map((seeds) => seeds ?? 0));
};

const sortByGain = (goal: Goal, configurations: readonly ConfigurationReport[], open: readonly OpenReport[]): readonly OpenReport[] => {
  const name = goal.minimize ?? goal.maximize;
  const sign = goal.maximize === undefined ? 1 : -1;
  const worth = new Map(
    configurations.map(({ number, measures }) => [number, name === undefined ? 0 : sign * (measures[name]?.mean ?? 0)]),
  );
  return [...open].sort(
    (a, b) => (worth.get(a.configuration) ?? 0) - (worth.get(b.configuration) ?? 0) || a.configuration - b.configuration,
  );
};
