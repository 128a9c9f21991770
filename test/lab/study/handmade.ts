import type { Json } from '../../../engine/kernel/canonical.ts';
import type { StudySpec } from '../../../engine/lab/study/format/format.ts';
import type { ConfigurationReport, StudyReport } from '../../../engine/lab/study/format/reportFormat.ts';
import { findFrontier } from '../../../engine/lab/study/report/frontier.ts';
import { checkGoal, chooseBest } from '../../../engine/lab/study/report/goal.ts';
import { drawPicture } from '../../../engine/lab/study/report/picture.ts';

/** A configuration whose measures have these means; their intervals reach 5 % to either side. */
export const configuration = (
  number: number,
  values: readonly Json[],
  means: Readonly<Record<string, number | null>>,
): ConfigurationReport => ({
  number,
  values,
  plays: 10,
  failed: [],
  circumstances: [],
  measures: Object.fromEntries(
    Object.entries(means).map(([name, mean]) => [name, mean === null ? null : { n: 10, mean, low: mean * 0.95, high: mean * 1.05 }]),
  ),
  meets: null,
  medianSeed: '1',
  delays: [
    [0, 5],
    [40, 3],
  ],
});

export const specOf = (vary: StudySpec['vary'], changes: Partial<StudySpec> = {}): StudySpec => ({
  study: 'How many workers?',
  scenario: 'a.scenario.yaml',
  vary,
  sample: 'grid',
  warmUp: 'none',
  ...changes,
});

const units: Readonly<Record<string, string>> = { 'delayTime.p95': 'ms', cost: 'USD' };

/** The report of configurations that were not played. */
export const reportOf = (spec: StudySpec, all: readonly ConfigurationReport[]): StudyReport => {
  const { goal } = spec;
  const names = Object.keys(all[0]?.measures ?? {});
  const configurations = goal === undefined ? all : all.map((one) => ({ ...one, meets: checkGoal(goal, one.measures) }));
  return {
    study: spec.study,
    engine: '1',
    ruleset: '',
    times: [{ timing: 'textbook', changed: [], errors: null }],
    varied: Object.keys(spec.vary),
    circumstances: [],
    measures: names.map((name) => ({ name, unit: units[name] ?? '' })),
    configurations,
    best: chooseBest(goal, configurations)?.number ?? null,
    frontier: findFrontier(goal, configurations),
    comparison: null,
    decision: null,
    sensitivity: [],
    doubts: [],
    warmUp: null,
    warnings: [],
    picture: drawPicture(spec, names, configurations),
  };
};

/** Three numbers of workers and two idle times: more workers cost more, and jobs wait less. */
export const workersStudy = (): StudyReport => {
  const spec = specOf(
    { 'workers.max': [2, 4, 8], idleTimeout: ['5s', '1m'] },
    { goal: { 'delayTime.p95': { lte: 5_000 }, minimize: 'cost' } as StudySpec['goal'] },
  );
  const waits = [40_000, 38_000, 5_100, 4_000, 300, 250];
  const costs = [0.1, 0.12, 0.14, 0.18, 0.2, 0.3];
  const grid = [2, 4, 8].flatMap((workers) => ['5s', '1m'].map((idle) => [workers, idle]));
  return reportOf(
    spec,
    grid.map((values, k) => configuration(k + 1, values, { 'delayTime.p95': waits[k] ?? 0, cost: costs[k] ?? 0 })),
  );
};
