import { join } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type TimingName, timingNames } from '../../engine/cloud/index.ts';
import { definitionWanted } from '../../engine/control/index.ts';
import { InvalidArgument, parseInstant, suggestionAmong } from '../../engine/kernel/index.ts';
import { parseScenario, problemText, type SettingsWritten, type WorldWritten } from '../../engine/scenario/index.ts';
import { defaultSeed, type WorldDefinition, withFirstSecret, withTiming } from '../../engine/simulator/index.ts';
import { readerFor, readText } from '../cli/files.ts';

/**
 * What a world is made from. Without any option it is the world that `podsim serve` starts with: one key, a queue endpoint `ep-demo`,
 * and the official templates.
 */
export interface WorldSource {
  /** The seed: all draws are keyed by it. `podsim` unless given, so that a test is the same on every run. */
  readonly seed?: string;
  /** The instant of virtual time 0, such as `2026-01-01T00:00:00Z`. */
  readonly start?: string;
  /** A scenario's file, or its text: the world it describes, before its first step. */
  readonly scenario?: string;
  /** The world, as a scenario writes it under `world`. */
  readonly world?: WorldWritten;
  /** The times that it has, such as `measured-2026-12`; those of the scenario or world unless given. */
  readonly timing?: TimingName;
  /** Settings that differ from its timing, and from those of the scenario or world. */
  readonly settings?: SettingsWritten;
  /** The secret of the world's first key; `podsim-dev-key` where no accounts are named. */
  readonly apiKey?: string;
}

/** The definition that a source describes. Throws with all that is wrong with it. */
export const definitionFrom = (source: WorldSource): WorldDefinition => {
  const { scenario, world, timing, settings, start, apiKey } = source;
  if (scenario !== undefined && world !== undefined) throw new InvalidArgument('createWorld: give scenario or world, not both');
  // Settings are read before the world, because an endpoint's defaults follow from them.
  const base = baseDefinition(source, settings === undefined ? {} : parseWorld({ settings }).settings);
  const timed = timing === undefined ? base : withTiming(base, timingNamed(timing));
  const definition = start === undefined ? timed : { ...timed, startMs: readInstant(start) };
  return apiKey === undefined ? definition : withFirstSecret(definition, apiKey);
};

/** A name that a type would refuse comes from code without types. */
const timingNamed = (name: string): TimingName => {
  const known = timingNames.find((one) => one === name);
  if (known === undefined)
    throw new InvalidArgument(`createWorld: there is no timing '${name}'${suggestionAmong(name, timingNames, timingNames.join(', '))}`);
  return known;
};

const baseDefinition = ({ scenario, world, seed }: WorldSource, settings: GivenSettings): WorldDefinition => {
  if (scenario !== undefined) return fromScenario(scenario, seed, settings);
  if (world !== undefined) return parseWorld(world, seed, settings);
  const definition = definitionWanted({ seed, settings, apiKey: defaultApiKey });
  if (isLeft(definition)) throw new InvalidArgument(`createWorld: ${definition.left.errors?.join('\n')}`);
  return definition.right;
};

const defaultApiKey = 'podsim-dev-key';

/** A world written as an object is read as a scenario (JSON is YAML), so that its mistakes are named like those of a file. */
const parseWorld = (world: WorldWritten, seed: string = defaultSeed, settings: GivenSettings = {}): WorldDefinition => {
  const endpoint = world.endpoints?.find(({ handler }) => typeof handler === 'function');
  if (endpoint !== undefined)
    throw new InvalidArgument(
      `createWorld: the handler of ${endpoint.id} is a function: give it beside the world, as handlers: { '${endpoint.id}': (job) => ({ … }) }`,
    );
  const vain = world.endpoints?.find(({ workers: { min = 0, max = Number.POSITIVE_INFINITY } = {} }) => min > max);
  if (vain !== undefined)
    throw new InvalidArgument(
      `createWorld: workers of ${vain.id}: no more than max, ${vain.workers?.max}, are ever kept up, and min is ${vain.workers?.min}: raise max`,
    );
  const accounts = [{ id: 'team', keys: [{ name: 'dev', secret: defaultApiKey }] }];
  const text = JSON.stringify({ title: 'a world', seed, world: { accounts, ...world } });
  const parsed = parseScenario('world', text, () => undefined, undefined, settings);
  if (isLeft(parsed)) throw new InvalidArgument(`createWorld: ${parsed.left.map(({ message }) => message).join('\n')}`);
  return first(parsed.right).definition;
};

const fromScenario = (scenario: string, seed: string | undefined, settings: GivenSettings): WorldDefinition => {
  const isText = scenario.includes('\n');
  const file = isText ? join(process.cwd(), 'world.scenario.yaml') : scenario;
  const text = isText ? scenario : readText(scenario);
  const parsed = parseScenario(file, text, readerFor(file), seed === undefined ? undefined : [seed], settings);
  if (isLeft(parsed)) throw new InvalidArgument(`createWorld: ${parsed.left.map(problemText).join('\n')}`);
  return first(parsed.right).definition;
};

/** A file with a matrix has several runs; a test gets the first. */
const first = <T>(runs: readonly T[]): T => {
  const [run] = runs;
  if (run === undefined) throw new InvalidArgument('createWorld: the scenario asks for no run');
  return run;
};

const readInstant = (start: string): number => {
  const ms = parseInstant(start);
  if (ms === undefined) throw new InvalidArgument(`createWorld: start '${start}' is no instant in UTC such as 2026-01-01T00:00:00Z`);
  return ms;
};

type GivenSettings = WorldDefinition['settings'];
