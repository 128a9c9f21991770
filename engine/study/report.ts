import { headerOf } from '../definition.ts';
import { intervalOf } from '../statistics/interval.ts';
import { frontierOf } from './frontier.ts';
import { bestOf, metBy } from './goal.ts';
import { mergedHistogram } from './histogram.ts';
import { studyMeasures } from './measures.ts';
import { type Known, resultsFor, type SeededResult } from './plan.ts';
import type { ConfigurationReport, MeasureReport, StudyReport } from './reportFormat.ts';
import type { Configuration, Study } from './study.ts';

const measuresDefault = ['delayTime.p50', 'delayTime.p95', 'cost', 'utilization', 'failures'];

/** The measures that a study shows: those it names, or the usual ones; and those that its goal is about. */
export const shownMeasures = ({ measures = measuresDefault, goal = {} }: Study['spec']): readonly string[] => {
  const { minimize, maximize, ...limits } = goal;
  const wanted = [...measures, ...Object.keys(limits), ...[minimize, maximize].flatMap((name) => name ?? [])];
  return [...new Set(wanted)];
};

/** The report of a study whose plays are all known. */
export const studyReport = (study: Study, known: Known): StudyReport => {
  const names = shownMeasures(study.spec);
  const configurations = study.configurations.map((one) => configurationReport(study, one, names, resultsFor(study, one, known)));
  const definition = study.configurations[0]?.scenario.definition;
  const { engine, ruleset } = definition === undefined ? { engine: '', ruleset: '' } : headerOf(definition).podsim;
  return {
    study: study.spec.study,
    engine,
    ruleset,
    varied: study.varied,
    measures: names.map((name) => ({ name, unit: studyMeasures.get(name)?.unit ?? '' })),
    configurations,
    best: bestOf(study.spec.goal, configurations)?.number ?? null,
    frontier: frontierOf(study.spec.goal, configurations),
  };
};

const configurationReport = (
  { spec: { goal } }: Study,
  { number, values }: Configuration,
  names: readonly string[],
  plays: readonly SeededResult[],
): ConfigurationReport => {
  const ended = plays.filter(({ result }) => result.verdict !== 'failed');
  const failed = plays.flatMap(({ seed, result }) => (result.verdict === 'failed' ? [{ seed, why: result.why[0] ?? '' }] : []));
  const measures = Object.fromEntries(names.map((name) => [name, measured(name, ended)]));
  return {
    number,
    values,
    plays: plays.length,
    failed,
    measures,
    meets: goal === undefined ? null : metBy(goal, measures, failed.length),
    medianSeed: medianSeed(goal?.minimize ?? goal?.maximize ?? names[0] ?? '', ended),
    delays: mergedHistogram(ended.map(({ result }) => result.durations.delayTime.bins)),
  };
};

const measured = (name: string, plays: readonly SeededResult[]): MeasureReport | null => {
  const of = studyMeasures.get(name)?.of;
  const values = plays.flatMap(({ result }) => of?.(result) ?? []);
  return values.length === 0 ? null : { n: values.length, ...intervalOf(values) };
};

const medianSeed = (name: string, plays: readonly SeededResult[]): string | null => {
  const of = studyMeasures.get(name)?.of;
  const valued = plays.flatMap(({ seed, result }) => {
    const value = of?.(result) ?? null;
    return value === null ? [] : [{ seed, value }];
  });
  const sorted = [...valued].sort((a, b) => a.value - b.value);
  return sorted[Math.floor((sorted.length - 1) / 2)]?.seed ?? null;
};
