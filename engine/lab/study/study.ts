import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { TimingName } from '../../cloud/timing/timings.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { drawsFrom } from '../../kernel/rng.ts';
import { sha256Hex } from '../../kernel/sha256.ts';
import { checkPart } from '../../scenario/file/checkPart.ts';
import { giveTiming } from '../../scenario/file/giveTiming.ts';
import { byPlace, type DataPath, type FileFinding, type FileProblem, limitProblems, problemText } from '../../scenario/format/problem.ts';
import { readYaml, type YamlFile } from '../../scenario/format/yamlFile.ts';
import type { ReadOptions, Scenario } from '../../scenario/scenario.ts';
import { type Axis, buildAxis } from './design/axis.ts';
import { axisProblems, parseTargets } from './design/axisProblems.ts';
import { type Base, readBase, type StudyFiles } from './design/base.ts';
import { findBaseline } from './design/baseline.ts';
import { warnOfCircumstances } from './design/circumstances.ts';
import { noteUnsteady, warnOfLoads } from './design/loadNotes.ts';
import { hasSeveralSeeds, isFixedTrace, resampleTraces } from './design/resampleTraces.ts';
import { type Combination, drawCombinations } from './design/sample.ts';
import { type Grow, growingTargets, makeGrower } from './design/sensitivity.ts';
import { dayProblem } from './design/shares.ts';
import { type AxisSpec, type StudySpec, studySchema } from './format/format.ts';
import { withValue } from './format/place.ts';
import { studyNodes } from './format/schema.ts';
import type { Measuring } from './measure/measuring.ts';
import { textOfPlay } from './results/digest.ts';

/** A study that was read: every configuration it plays, and with which seeds. */
export interface Study {
  readonly file: string;
  readonly spec: StudySpec;
  /** The times that its scenario was given; undefined = the times of its file. */
  readonly timing: TimingName | undefined;
  /** The names of the varied settings, in the order of the file. */
  readonly varied: readonly string[];
  /** The configurations of the first circumstance, then of the next: as many of each, in the same order. */
  readonly configurations: readonly StudyConfiguration[];
  /** The circumstances that each configuration meets; one, without a name, if the study names none. */
  readonly circumstances: readonly string[];
  /** The caveats to its answer that hold whatever the plays say. */
  readonly notes: readonly string[];
  /** Whether its plays share a trace without random draws: then no number of plays says how far a mean may be off. */
  readonly hasFixedTrace: boolean;
  /** The configuration that the others are compared with. */
  readonly baseline?: StudyConfiguration | undefined;
  /** The lint findings in its scenario in every configuration; empty unless linted. */
  readonly findings: readonly FileFinding[];
  /** The scenario's data as it is written, with its includes and without its seeds; and the place of each varied setting in it. */
  readonly base: Json;
  /** A configuration in which something of its scenario has grown; for `sensitivity`. */
  readonly grow: Grow<StudyConfiguration>;
  readonly targets: readonly DataPath[];
}

/** One combination of values. */
export interface StudyConfiguration {
  /** From 1. */
  readonly number: number;
  /** `workers.max=4 idleTimeout=30s` */
  readonly name: string;
  /** `worker.start=47s`; empty if the study names no circumstances. */
  readonly circumstance: string;
  readonly values: Combination;
  /** The scenario with these values; its seed is replaced for each play. */
  readonly scenario: Scenario;
  /** How its plays are measured; the usual way unless given. */
  readonly measuring?: Measuring;
}

/**
 * Reads a study file: all that it asks for, or everything that is wrong with it. `lint`: whether mistakes that do not prevent a play are looked
 * for, too, which takes longer than reading; false by default. `timing`: the times of its scenario, in place of the file's.
 */
export const parseStudy = (
  file: string,
  text: string,
  files: StudyFiles,
  { lint = false, timing }: ReadOptions & { readonly timing?: TimingName | undefined } = {},
): Either<readonly FileProblem[], Study> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const source = yaml.right;
  const spec = checkPart(source, studySchema, source.data, [], { nodesFor: studyNodes, what: 'a study', page: 'studies' });
  if (isLeft(spec)) return spec;
  const read = readBase(source, spec.right, files, { lint });
  if (isLeft(read)) return read;
  const timed = timing === undefined ? read.right.data : giveTiming(read.right.data, timing);
  const asWritten = read.right.scenariosOf(timed);
  const { data, resampled } = resampleTraces(timed, spec.right, isLeft(asWritten) ? undefined : asWritten.right[0]);
  const base: Base = { ...read.right, data };
  const axes = buildAxes(spec.right.vary);
  const met = buildAxes(spec.right.circumstances ?? {});
  const targets = parseTargets(source, spec.right, base.data);
  const problems = [...(isLeft(targets) ? targets.left : []), ...axisProblems(source, spec.right, axes, met)];
  if (isLeft(targets) || problems.length > 0) return left(limitProblems(problems, (one) => one));
  const growing = growingTargets(source, spec.right, base.data);
  if (isLeft(growing)) return growing;
  const circumstances = drawCombinations(met, 'grid', drawsFrom('study'));
  const giveCircumstance = (values: Combination): Base => ({ ...base, data: giveValues(base.data, met, targets.right, values) });
  const names = new Map<string, string>();
  const inEach: (readonly StudyConfiguration[])[] = [];
  for (const values of circumstances) {
    const some = listConfigurations(
      source,
      spec.right,
      axes,
      targets.right,
      giveCircumstance(values),
      nameConfiguration(met, values),
      names,
    );
    if (isLeft(some)) return some;
    inEach.push(some.right);
  }
  const configurations = numberAll(inEach.flat());
  const daily = dayProblem(source, spec.right.goal, configurations);
  if (isLeft(daily)) return daily;
  const varied = axes.map(({ name }) => name);
  const baseline = findBaseline(spec.right, varied, configurations);
  if (isLeft(baseline)) return left([problemAt(source, ['baseline'], baseline.left)]);
  const fillScenario = ({ number, values }: StudyConfiguration): Json => {
    const inCircumstance = circumstances[Math.floor(((number - 1) * circumstances.length) / configurations.length)] ?? [];
    return giveValues(giveCircumstance(inCircumstance).data, axes, targets.right, values);
  };
  const parseConfiguration = (data: Json): Scenario | undefined => {
    const parsed = base.scenariosOf(data);
    return isLeft(parsed) ? undefined : parsed.right[0];
  };
  const [first] = configurations;
  const isUnsteady = first !== undefined && noteUnsteady(spec.right, first.scenario).length > 0;
  const hasFixedTrace = first !== undefined && hasSeveralSeeds(spec.right) && (first.scenario.spec.load ?? []).some(isFixedTrace);
  return right({
    file,
    spec: isUnsteady ? { ...spec.right, warmUp: 'none' } : spec.right,
    timing,
    varied,
    configurations,
    circumstances: circumstances.map((values) => nameConfiguration(met, values)),
    notes: [
      ...warnOfCircumstances(source, spec.right, targets.right),
      ...(first === undefined ? [] : warnOfLoads(source, spec.right, first.scenario, resampled)),
    ],
    hasFixedTrace,
    baseline: baseline.right,
    findings: collectSharedFindings(base, configurations),
    base: giveCircumstance(circumstances[0] ?? []).data,
    grow: makeGrower(growing.right, fillScenario, parseConfiguration),
    targets: axes.map(({ name }) => targets.right.get(name) ?? []),
  });
};

const listConfigurations = (
  source: YamlFile,
  { vary, sample }: StudySpec,
  axes: readonly Axis[],
  targets: ReadonlyMap<string, DataPath>,
  base: Base,
  circumstance: string,
  names: Map<string, string>,
): Either<readonly FileProblem[], readonly StudyConfiguration[]> => {
  const configurations: StudyConfiguration[] = [];
  for (const [k, values] of drawCombinations(axes, sample, drawsFrom('study')).entries()) {
    const name = nameConfiguration(axes, values);
    const whole = [name, circumstance].filter((words) => words !== '').join(' ');
    const data = giveValues(base.data, axes, targets, values);
    const parsed = base.scenariosOf(data);
    if (isLeft(parsed))
      return left(
        limitProblems(parsed.left, ({ message }) => {
          const guilty = axes.findIndex((axis) => isWithin(message, targets.get(axis.name) ?? []));
          return problemAt(source, guiltyPath(vary, axes[guilty]?.name, values[guilty]), `with ${whole}: ${message}`);
        }),
      );
    const [scenario, ...others] = parsed.right;
    if (scenario === undefined || others.length > 0) return left([problemAt(source, ['scenario'], matrixWords(others.length + 1))]);
    const digest = sha256Hex(textOfPlay(scenario));
    const twin = names.get(digest);
    if (twin !== undefined) return left([problemAt(source, ['vary'], twinWords(twin, whole))]);
    names.set(digest, whole);
    configurations.push({ number: k + 1, name, circumstance, values, scenario });
  }
  return right(configurations);
};

const buildAxes = (specs: Readonly<Record<string, AxisSpec>>): readonly Axis[] =>
  Object.entries(specs).map(([name, axis]) => buildAxis(name, axis));

const nameConfiguration = (axes: readonly Axis[], values: Combination): string =>
  axes.map(({ name }, n) => `${name}=${valueText(values[n])}`).join(' ');

const giveValues = (data: Json, axes: readonly Axis[], targets: ReadonlyMap<string, DataPath>, values: Combination): Json =>
  axes.reduce((changed, { name }, n) => withTarget(changed, targets.get(name) ?? [], values[n] ?? null), data);

const numberAll = (configurations: readonly StudyConfiguration[]): readonly StudyConfiguration[] =>
  configurations.map((one, k) => ({ ...one, number: k + 1 }));

/** A variable of a matrix has a list of values: here, of one. */
export const withTarget = (data: Json, target: DataPath, value: Json): Json =>
  withValue(data, target, target[0] === 'matrix' ? [value] : value);

/** Whether a message is about that path of the scenario, or about a part of it. */
const isWithin = (message: string, path: DataPath): boolean =>
  message.startsWith(`${path.join('.')}:`) || message.startsWith(`${path.join('.')}.`);

/** The place of an axis value in the study: its item in a list, or the axis. */
const guiltyPath = (vary: StudySpec['vary'], name: string | undefined, value: Json | undefined): DataPath => {
  if (name === undefined) return ['vary'];
  const axis = vary[name];
  const item = Array.isArray(axis) ? axis.findIndex((one) => canonicalText(one as Json) === canonicalText(value ?? null)) : -1;
  return item < 0 ? ['vary', name] : ['vary', name, item];
};

const matrixWords = (members: number): string =>
  `the matrix of the scenario has ${members} members left: vary its other variables too, or give each one value`;

const twinWords = (one: string, other: string): string =>
  `with ${one} and with ${other} the scenario is the same: leave one out, or vary something that it uses`;

/** The lint findings in the scenario as it is written, and in every configuration. */
const collectSharedFindings = ({ findings }: Base, configurations: readonly StudyConfiguration[]): readonly FileFinding[] => {
  const unlike = new Map(findings.map((finding) => [problemText(finding), finding]));
  return [...unlike.values()]
    .filter(({ message }) => configurations.every(({ scenario }) => scenario.findings.some((one) => one.message === message)))
    .sort(byPlace);
};

/** A value as the report shows it: `[EU-RO-1, EUR-IS-1]`, `{ fixed: 2s }`. */
export const valueText = (value: Json | undefined): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map((item: Json) => valueText(item)).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${key}: ${valueText(part)}`)
    .join(', ')} }`;
};

const problemAt = ({ file, placeOf }: YamlFile, path: DataPath, words: string): FileProblem => ({
  file,
  ...placeOf(path),
  message: `${path.join('.')}: ${words}`,
});
