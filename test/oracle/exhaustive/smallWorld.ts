import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { askWhetherMeant } from '../../../engine/kernel/collections/nearest.ts';
import type { Sha256 } from '../../../engine/kernel/sha256.ts';
import { type DurationMs, days, hours, later, minutes, type VirtualTime } from '../../../engine/kernel/time.ts';
import type { Story } from '../../../engine/lab/explorer/story.ts';
import { checkPart } from '../../../engine/scenario/file/checkPart.ts';
import { type FileProblem, limitProblems, type PathProblem, problemAt } from '../../../engine/scenario/format/problem.ts';
import { namesUsed } from '../../../engine/scenario/format/variables.ts';
import { readYaml, type YamlFile } from '../../../engine/scenario/format/yamlFile.ts';
import { kindOfProperty } from '../../../engine/scenario/properties/table.ts';
import { type Reader, scenariosFrom } from '../../../engine/scenario/scenario.ts';
import { type LogHeader, readSettings, type WorldDefinition, writeHeader } from '../../../engine/simulator/definition.ts';
import { type DrawOutcomes, outcomesIn } from './drawScript.ts';
import { type SmallWorldSpec, smallWorldNodes, smallWorldSchema } from './format.ts';
import { beginning, beginsAfter, type KeptInText } from './stateText.ts';
import { kindsOfStates } from './stateWatch.ts';

/** The file of a small world, read. */
export interface SmallWorld {
  readonly file: string;
  readonly spec: SmallWorldSpec;
  /** With its times moved to where it begins. */
  readonly definition: WorldDefinition;
  readonly header: LogHeader;
  readonly outcomes: DrawOutcomes;
  readonly kept: KeptInText;
  /** What a story of it begins with: its world and faults as they are written, and its properties. */
  readonly story: Story;
  /** Its acts as they are written. */
  readonly acts: readonly Story[];
}

/** Reads the file of a small world, or says everything that is wrong with it. */
export const parseSmallWorld = (
  file: string,
  text: string,
  { read, sha256 }: { readonly read: Reader; readonly sha256: Sha256 },
): Either<readonly FileProblem[], SmallWorld> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const checked = checkPart(yaml.right, smallWorldSchema, yaml.right.data, [], {
    nodesFor: smallWorldNodes,
    what: 'a small world',
    page: 'scenario',
  });
  if (isLeft(checked)) return checked;
  const spec = checked.right;
  const { title, world, faults, acts, properties } = yaml.right.data as Story;
  const story = Object.fromEntries(
    Object.entries({ title, world, faults, properties }).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
  const steps = (acts as readonly Story[]).map(({ times: _, ...step }) => step);
  const scenarios = scenariosFrom(asScenario(yaml.right, { ...story, steps }), read, undefined, {}, { lint: false });
  if (isLeft(scenarios)) return scenarios;
  const problems = [...variableProblems(spec), ...drawProblems(spec), ...memoryProblems(spec)];
  if (problems.length > 0) return left(limitProblems(problems, ({ path, message }) => ({ file, ...yaml.right.placeOf(path), message })));
  const definition = beginLate((scenarios.right[0] as (typeof scenarios.right)[0]).definition);
  return right({
    ...{ file, spec, definition, story, acts: acts as readonly Story[] },
    header: writeHeader(definition, sha256),
    outcomes: outcomesIn(definition, []),
    kept: findKept(spec, definition),
  });
};

/** The file as a scenario whose steps are the acts: what is wrong with a step is wrong with the act. */
const asScenario = ({ file, placeOf, placeOfKey }: YamlFile, data: Story): YamlFile => {
  const inFile = (path: readonly (string | number)[]) => (path[0] === 'steps' ? ['acts', ...path.slice(1)] : path);
  return { file, data, placeOf: (path) => placeOf(inFile(path)), placeOfKey: (path, key) => placeOfKey(inFile(path), key) };
};

/** The same world, which begins at {@link beginning}. */
const beginLate = (definition: WorldDefinition): WorldDefinition => {
  const move = (at: VirtualTime): VirtualTime => later(at, beginsAfter);
  const moveOrNone = (at: VirtualTime | null): VirtualTime | null => (at === null ? null : move(at));
  return {
    ...definition,
    faults: definition.faults.map((spec) => ({ ...spec, from: move(spec.from), until: moveOrNone(spec.until) })),
    accounts: definition.accounts.map(({ id, keys }) => ({
      id,
      keys: keys.map((key) => ({ ...key, expiresAt: moveOrNone(key.expiresAt) })),
    })),
  };
};

/** An act that needs what no act saves would never come. */
const variableProblems = ({ acts }: SmallWorldSpec): readonly PathProblem[] => {
  const saved = acts.flatMap(({ save = {} }) => Object.keys(save));
  return acts.flatMap((act, k) =>
    namesUsed(JSON.stringify([act.with ?? null, act.as ?? null]))
      .filter((name) => !saved.includes(name))
      .map((name) => problemAt(['acts', k], `uses $${name}, which no act saves${askWhetherMeant(name, saved)}`)),
  );
};

/** Durations that are drawn have no branches. */
const drawProblems = ({ world }: SmallWorldSpec): readonly PathProblem[] =>
  (world?.endpoints ?? []).flatMap(({ handler }, k) =>
    handler === undefined || handler.duration.kind === 'fixed'
      ? []
      : [
          problemAt(
            ['world', 'endpoints', k, 'handler', 'duration'],
            'is drawn from a distribution: in a small world every draw is a branch, so give a fixed duration, such as `{ fixed: 2s }`',
          ),
        ],
  );

/** States are merged whatever came before them, but for what `within` and `reachable` remember: anything else would be lost. */
const memoryProblems = ({ properties = [] }: SmallWorldSpec): readonly PathProblem[] =>
  properties.flatMap((one, k) => {
    const { key, looks } = kindOfProperty(one);
    if (!kindsOfStates.includes(key)) return [problemAt(['properties', k], aboutRuns(key))];
    return looks(one).some(({ look }) => isCountOfEvents(look)) ? [problemAt(['properties', k], aboutSums)] : [];
  });

const aboutRuns = (key: string): string => {
  const instead = key === 'settles' ? 'leave it out, for no state of a small world may wait for ever' : `give ${kindsOfStates.join(', ')}`;
  return `is about a whole run, and a small world is looked at state by state: ${instead}`;
};

const aboutSums = 'adds up what came before a state: in a small world, count entities in a status instead';

/** What was spent, or how many events there were. */
const isCountOfEvents = (look: unknown): boolean =>
  typeof look === 'object' && look !== null && ('metric' in look || ('count' in look && /^[A-Z]/.test(String(look.count))));

/** Names that acts and faults mention, and limits of calls that so many acts can reach. */
const findKept = ({ acts, faults, within }: SmallWorldSpec, definition: WorldDefinition): KeptInText => {
  const named = JSON.stringify([acts, faults ?? []]).match(/[\w-]+/g) ?? [];
  const { account } = readSettings(definition);
  const { queueWindow } = account;
  // biome-ignore format: a table
  const limits: readonly (readonly [quota: string, allowed: number, windowMs: DurationMs])[] = [
    ['minute',  account.perMinute,        minutes(1)],
    ['hour',    account.perHour,          hours(1)],
    ['day',     account.perDay,           days(1)],
    ['run',     account.runPerWindow,     queueWindow],
    ['runsync', account.runsyncPerWindow, queueWindow],
    ['read',    account.readPerWindow,    queueWindow],
    ['cancel',  account.cancelPerWindow,  queueWindow],
    ['purge',   account.purgePerWindow,   queueWindow],
    ['openai',  account.openaiPerWindow,  queueWindow],
  ];
  const reached = limits.filter(([, allowed]) => allowed < within).map(([quota, , windowMs]) => [quota, windowMs] as const);
  return { names: new Set(named), limits: new Map(reached) };
};
