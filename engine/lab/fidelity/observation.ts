import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { SomeSettings } from '../../cloud/entities.ts';
import { settingsIn } from '../../cloud/timing/timings.ts';
import type { TimingValue } from '../../cloud/timing/timingValue.ts';
import type { Json } from '../../kernel/canonical.ts';
import { formatDuration, later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import { checkPart } from '../../scenario/file/checkPart.ts';
import { type FileProblem, limitProblems, type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import { readYaml, type YamlFile } from '../../scenario/format/yamlFile.ts';
import { type Reader, type Scenario, scenariosFrom } from '../../scenario/scenario.ts';
import { mergeSettings } from '../../simulator/definition.ts';
import { type ObservationSpec, observationSchema } from './format.ts';
import { observationNodes } from './schema.ts';
import { supposeHandler, supposeSettings } from './suppose.ts';
import { valueProblems } from './valueProblems.ts';

/** An observation file that has been read. */
export interface Observation {
  readonly file: string;
  readonly spec: ObservationSpec;
  readonly origin: VirtualTime;
  readonly source: YamlFile;
  readonly read: Reader;
}

export const observationEnding = '.observation.yaml';

/** Reads an observation file, and checks that its world can be played. Left has every problem of the file. */
export const parseObservation = (file: string, text: string, read: Reader): Either<readonly FileProblem[], Observation> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const source = yaml.right;
  const spec = checkPart(source, observationSchema, source.data, [], {
    nodesFor: observationNodes,
    what: 'an observation',
    page: 'observations',
  });
  if (isLeft(spec)) return spec;
  const problems = [...placeProblems(spec.right), ...timeProblems(spec.right), ...valueProblems(spec.right)];
  if (problems.length > 0) return left(limitProblems(problems, ({ path, message }) => ({ file, ...source.placeOf(path), message })));
  const observation = { file, spec: spec.right, origin: later(worldStart, spec.right.origin ?? 0), source, read };
  if (spec.right.world === undefined) return right(observation);
  const scenarios = listPlays(observation, { seeds: ['1'], lint: true });
  if (isLeft(scenarios)) return scenarios;
  const errors = (scenarios.right[0]?.findings ?? []).filter(({ isError }) => isError);
  return errors.length === 0 ? right(observation) : left(errors);
};

/** How the plays of an observation differ: seeds, and the times of its world unless it gives them itself. */
export interface PlayChoice {
  readonly seeds: readonly string[];
  readonly times?: readonly TimingValue[];
  readonly lint?: boolean;
}

/** The name of the step that polls health for a row of the series. */
export const pollName = (row: number): string => `poll-${row + 1}`;

/** The scenario of an observation, with a step for each poll, once for each seed. */
export const listPlays = (
  { source, spec, origin, read }: Observation,
  { seeds, times: all = [], lint = false }: PlayChoice,
): Either<readonly FileProblem[], readonly Scenario[]> => {
  const written = source.data as { readonly [part: string]: Json };
  // What is not about capacity was seen where there was room.
  const times = spec.mechanisms.includes('capacity') ? all : all.filter(({ mechanism }) => mechanism !== 'capacity');
  const steps = (written['steps'] ?? []) as readonly Json[];
  const polls = (spec.series ?? []).map(
    ({ at }, row): Json => ({
      name: pollName(row),
      at: formatDuration(origin + at),
      act: 'health',
      with: { endpoint: endpointToPoll(spec) ?? '' },
    }),
  );
  const world = supposeHandler(written['world'] ?? null, spec.supposes ?? [], times);
  const settings = [settingsIn(times), supposeSettings(spec.supposes ?? [], times), (spec.world?.settings ?? {}) as SomeSettings];
  const data: Json = {
    title: spec.title,
    invariants: 'none',
    world,
    steps: [...steps, ...(spec.series === undefined ? [] : polls)],
    ...(written['load'] === undefined ? {} : { load: written['load'] }),
    ...(written['faults'] === undefined ? {} : { faults: written['faults'] }),
  };
  return scenariosFrom({ ...source, data }, read, seeds, settings.reduce(mergeSettings), { lint });
};

const endpointToPoll = ({ endpoint, world }: ObservationSpec): string | undefined => {
  const [only, ...others] = world?.endpoints ?? [];
  return endpoint ?? (others.length === 0 ? only?.id : undefined);
};

/** An observation has a play, or says why it has none; the subject of its polls is known. */
const placeProblems = (spec: ObservationSpec): readonly PathProblem[] => {
  const { world, unplayed, series, values } = spec;
  if (world === undefined && unplayed === undefined)
    return [problemAt(['world'], 'is missing: give the world and steps that play it, or `unplayed` with the reason')];
  if (world !== undefined && unplayed !== undefined) return [problemAt(['unplayed'], 'the file has a world, so it is played')];
  if (series === undefined && (values ?? []).length === 0)
    return [problemAt(['values'], 'is missing: give what was seen as `values`, or as a `series` of polls')];
  return world !== undefined && series !== undefined && endpointToPoll(spec) === undefined
    ? [problemAt(['endpoint'], 'is missing: name the endpoint whose health was polled')]
    : [];
};

/** Times of a series never run backwards. */
const timeProblems = ({ date, series = [] }: ObservationSpec): readonly PathProblem[] => [
  ...(isBackwards(date) ? [problemAt(['date'], `${date} runs backwards: the earlier one comes first`)] : []),
  ...series.flatMap(({ at, since }, k) => {
    const before = series[k - 1];
    return [
      ...(before !== undefined && at < before.at
        ? [problemAt(['series', k, 'at'], `goes back: the poll before stands at ${formatDuration(before.at)}`)]
        : []),
      ...(since !== undefined && since > at
        ? [problemAt(['series', k, 'since'], `the poll before cannot be after ${formatDuration(at)}`)]
        : []),
      ...(before !== undefined && since !== undefined && since < before.at
        ? [problemAt(['series', k, 'since'], `goes back: the poll before stands at ${formatDuration(before.at)}`)]
        : []),
    ];
  }),
];

/** Whether a date such as 2026-07-11..12 or 2026-04..2026-06 ends before it begins. */
const isBackwards = (date: string): boolean => {
  const [first = '', last] = date.split('..');
  if (last === undefined) return false;
  const end = last.length === 2 ? first.slice(0, -2) + last : last;
  const length = Math.min(first.length, end.length);
  return end.slice(0, length) < first.slice(0, length);
};
