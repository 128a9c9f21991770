import { describeTimes, type Times, timesText } from '../../../cloud/timing/times.ts';
import { writeHeader } from '../../../simulator/definition.ts';
import { lowerMedian } from '../../../statistics/lowerMedian.ts';
import { countBounds } from '../design/contenders.ts';
import { countChoices } from '../design/decision.ts';
import { missingPlays as missingOwnPlays, type PlannedPart, planStudy, resultsFor, type StudyPlan } from '../design/plan.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { ConfigurationReport, MeasureReport, Met, StudyReport } from '../format/reportFormat.ts';
import type { ComparisonReport, WarmUpReport } from '../format/statisticsFormat.ts';
import { listMeasured } from '../measure/batches.ts';
import { shapeOfTimes } from '../measure/heavyTimes.ts';
import { mergeHistograms } from '../measure/histogram.ts';
import { intervalFor, shownLevel } from '../measure/intervals.ts';
import { hasLongTail } from '../measure/longTail.ts';
import { findMeasure } from '../measure/shares.ts';
import type { Known, Missing, SeededResult } from '../results/known.ts';
import type { Study, StudyConfiguration } from '../study.ts';
import { joinCircumstances } from './circumstances.ts';
import { comparisonWith } from './comparison.ts';
import { decisionReport } from './decision.ts';
import { listDoubts } from './doubts.ts';
import { findFrontier } from './frontier.ts';
import { checkGoal, chooseBest, joinKept, levelOfGoal } from './goal.ts';
import { drawPicture } from './picture.ts';
import { widenForRecords } from './quoted.ts';
import { sensitivityStanding } from './sensitivity.ts';
import { listWarnings } from './warnings.ts';

const measuresDefault = ['delayTime.p50', 'delayTime.p95', 'cost', 'utilization', 'failures'];

/** The measures that a study shows: the ones it names, or the usual ones, and the measures of its goal. */
const measuresToShow = ({ measures = measuresDefault, goal = {} }: Study['spec']): readonly string[] => {
  const { minimize, maximize } = goal;
  const limited = listLimits(goal).map(({ name }) => name);
  const wanted = [...measures, ...limited, ...[minimize, maximize].flatMap((name) => name ?? [])];
  return [...new Set(wanted)];
};

/** The report of a study whose plays are all known. */
export const studyReport = (study: Study, known: Known): StudyReport => {
  const names = measuresToShow(study.spec);
  const plan = planStudy(study, known);
  const plays = plan.parts.map((part) => resultsFor(part, known));
  const configurations = configurationReports(study, plan, names, plays);
  const best = bestIn(study, plan, configurations);
  const doubts = listDoubts(study.spec);
  const definition = study.configurations[0]?.scenario.definition;
  const { engine, ruleset } = definition === undefined ? { engine: '', ruleset: '' } : writeHeader(definition).podsim;
  return {
    study: study.spec.study,
    engine,
    ruleset,
    times: listTimes(study, plays),
    varied: study.varied,
    circumstances: study.circumstances.length === 1 ? [] : study.circumstances,
    measures: names.map((name) => ({ name, unit: findMeasure(name)?.unit ?? '' })),
    configurations,
    best: best?.number ?? null,
    frontier: findFrontier(study.spec.goal, configurations),
    comparison: comparisonReport(study, plan, plays, names),
    doubts,
    sensitivity: sensitivityStanding(study, plan, configurations, best, known).found,
    // With one trace, more seeds would tell nothing.
    decision: study.hasFixedTrace || doubts.length > 0 ? null : decisionReport(study, plan, plays, configurations, best),
    warmUp: study.spec.warmUp === 'none' ? null : plan.parts.map(warmUpReport),
    warnings: [
      ...study.notes.map((words) => ({ configuration: null, words })),
      ...plan.parts.flatMap((part, k) => listWarnings(study.spec, part, plays[k] ?? [], names)),
    ],
    picture: drawPicture(study.spec, names, configurations),
  };
};

/** The next plays: of the configurations, and then of the sensitivity of the best one. */
export const missingPlays = (study: Study, known: Known): readonly Missing[] => {
  const own = missingOwnPlays(study, known);
  if (own.length > 0 || study.spec.sensitivity === undefined) return own;
  const plan = planStudy(study, known);
  const plays = plan.parts.map((part) => resultsFor(part, known));
  const configurations = configurationReports(study, plan, measuresToShow(study.spec), plays);
  return sensitivityStanding(study, plan, configurations, bestIn(study, plan, configurations), known).missing;
};

/** The chosen configuration. If the choice was to be sure, it depends on the cost seed by seed. */
const bestIn = (
  { spec, hasFixedTrace }: Study,
  { decision }: StudyPlan,
  configurations: readonly ConfigurationReport[],
): ConfigurationReport | undefined => {
  const { goal } = spec;
  if (hasFixedTrace || listDoubts(spec).length > 0) return undefined;
  return decision === undefined ? chooseBest(goal, configurations) : configurations[decision.selected ?? configurations.length];
};

/** The times of all configurations, each once: an answer depends on all mechanisms that took time in any play. */
const listTimes = ({ configurations }: Study, plays: readonly (readonly SeededResult[])[]): readonly Times[] => {
  const used = new Set(plays.flatMap((some) => some.flatMap(({ result }) => result.mechanisms ?? [])));
  const all = configurations.map(({ scenario }) => describeTimes(scenario.definition, () => used));
  return [...new Map(all.map((times) => [timesText(times), times])).values()];
};

const comparisonReport = (
  { baseline }: Study,
  { parts }: StudyPlan,
  plays: readonly (readonly SeededResult[])[],
  names: readonly string[],
): ComparisonReport | null => {
  const all = parts.map(({ configuration: { number } }, k) => ({ number, plays: plays[k] ?? [] }));
  const base = all.find(({ number }) => number === baseline?.number);
  return base === undefined ? null : comparisonWith(base, all, names);
};

const warmUpReport = ({ configuration: { number }, warmUp: { skip, observations } }: PlannedPart): WarmUpReport => ({
  configuration: number,
  cut: skip ?? null,
  observations,
});

/** One for each configuration, over all its circumstances. */
const configurationReports = (
  study: Study,
  { decision }: StudyPlan,
  names: readonly string[],
  plays: readonly (readonly SeededResult[])[],
): readonly ConfigurationReport[] => {
  const count = countChoices(study);
  const bounds = countBounds(study.spec.goal ?? {});
  const all = study.configurations.map((one, k) => {
    const ownPlays = plays[k] ?? [];
    const [place, from] = [k % count, Math.floor(k / count) * bounds];
    const known = decision === undefined ? undefined : joinKept(decision.kept[place]?.slice(from, from + bounds) ?? []);
    return { circumstance: one.circumstance, plays: ownPlays, report: configurationReport(study, one, names, ownPlays, known) };
  });
  return all.slice(0, count).map((first, k) => {
    const others = study.circumstances.slice(1).flatMap((_, c) => all[k + (c + 1) * count] ?? []);
    return others.length === 0 ? first.report : joinCircumstances(study, [first, ...others], names);
  });
};

const configurationReport = (
  study: Study,
  { number, values, scenario }: StudyConfiguration,
  names: readonly string[],
  plays: readonly SeededResult[],
  known: Met | undefined,
): ConfigurationReport => {
  const { hasFixedTrace, spec } = study;
  const { goal } = spec;
  const ended = plays.filter(({ result }) => result.verdict !== 'failed');
  const failed = plays.flatMap(({ seed, result }) =>
    result.verdict === 'failed' ? [{ configuration: number, seed, why: result.why[0] ?? '' }] : [],
  );
  const shape = shapeOfTimes(scenario.definition);
  const reportAt = (level: number, some: readonly string[], isSure: boolean) =>
    Object.fromEntries(some.map((name) => [name, reportMeasure(name, ended, level, hasFixedTrace, shape, isSure)]));
  const measures = reportAt(shownLevel, names, false);
  const quoted = Object.entries(measures).map(
    ([name, one]) => [name, one === null ? null : { ...one, ...widenForRecords(name, one, one.n, study) }] as const,
  );
  const limited = goal === undefined ? [] : listLimits(goal).map(({ name }) => name);
  const seed = medianSeed(goal?.minimize ?? goal?.maximize ?? names[0] ?? '', ended);
  const tokensOverTime = ended.find((one) => one.seed === seed)?.result.tokensOverTime;
  return {
    number,
    values,
    plays: plays.length,
    failed,
    measures: Object.fromEntries(quoted),
    meets:
      goal === undefined
        ? null
        : listDoubts(spec).length > 0
          ? 'unclear'
          : known === undefined || hasFixedTrace
            ? checkGoal(goal, measures, failed.length, reportAt(levelOfGoal(countChoices(study)), limited, true))
            : known === 'yes' && failed.length > 0
              ? 'unclear'
              : known,
    medianSeed: seed,
    delays: mergeHistograms(ended.map(({ result }) => result.durations.delayTime.bins)),
    circumstances: [],
    ...(tokensOverTime === undefined ? {} : { tokensOverTime }),
  };
};

/** The interval of plays that share a trace is unknown: it would hold only for this trace. */
const reportMeasure = (
  name: string,
  plays: readonly SeededResult[],
  level: number,
  hasFixedTrace: boolean,
  shape: number | undefined,
  isSure: boolean,
): MeasureReport | null => {
  const results = plays.map(({ result }) => result);
  const values = listMeasured(name, results);
  if (values.length === 0) return null;
  const interval = intervalFor(name, results, isSure)(values, level);
  if (values.length === 1) return { n: 1, ...interval };
  const high = hasLongTail(name, results, values.length, shape) ? null : interval.high;
  return { n: values.length, ...interval, high, ...(hasFixedTrace ? { low: null, high: null } : {}) };
};

const medianSeed = (name: string, plays: readonly SeededResult[]): string | null => {
  const of = findMeasure(name)?.of;
  const valued = plays.flatMap(({ seed, result }) => {
    const value = of?.(result) ?? null;
    return value === null ? [] : [{ seed, value }];
  });
  const sorted = [...valued].sort((a, b) => a.value - b.value);
  return lowerMedian(sorted)?.seed ?? null;
};
