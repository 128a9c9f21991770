import { type Either, isLeft, map, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import { readAs } from '../../api/reading/readAs.ts';
import { buildDefinition } from '../../scenario/file/build.ts';
import { type ScenarioSpec, scenarioSchema } from '../../scenario/file/format.ts';
import type { FileProblem } from '../../scenario/format/problem.ts';
import { type Reader, referenceProblems, type Scenario, scenariosFrom } from '../../scenario/scenario.ts';
import { defaultSeed, type WorldDefinition } from '../../simulator/definition.ts';
import { checkDefinition, withSeed } from '../../world/arguments.ts';
import { BoundedCache } from './corpus/boundedCache.ts';
import type { Story } from './story.ts';

/**
 * Reads a story as a scenario, part by part. Parts are memoized by their text, because most stories differ in a step or two from an earlier
 * one. Undefined if the story is no scenario, or has parts that only a file may have: `scenariosFrom` reads all of it, and reports the
 * problems.
 */
export const readStory = (story: Story, file: string): Scenario | undefined => {
  const { world = {}, steps, load, faults, properties, seed, inputs, matrix, ...rest } = story;
  if (inputs !== undefined || matrix !== undefined || Object.hasOwn(Object(world), 'include')) return undefined;
  const head = readPart('head', rest);
  const ownSeed = readAs(shape.seed, seed);
  if (head === undefined || isLeft(ownSeed)) return undefined;
  const parts: Record<string, unknown> = {};
  for (const [name, items] of Object.entries({ steps, load, faults, properties })) {
    if (items === undefined) continue;
    const read = Array.isArray(items) ? items.map((item) => readPart(name as PartName, item)) : [undefined];
    if (read.includes(undefined)) return undefined;
    parts[name] = read;
  }
  const worldText = JSON.stringify(world);
  const worldRead = readPart('world', world, worldText);
  if (worldRead === undefined) return undefined;
  const spec = {
    ...(head as object),
    ...parts,
    world: worldRead,
    ...(ownSeed.right === undefined ? {} : { seed: ownSeed.right }),
  } as ScenarioSpec;
  if (referenceProblems(spec).length > 0) return undefined;
  const definition = definitionFor(spec, `${worldText} ${JSON.stringify([faults, rest['start'], rest['webhooks']])}`);
  return definition === undefined ? undefined : { file, member: undefined, first: true, spec, definition, findings: [] };
};

const { shape } = scenarioSchema;
const schemas = {
  steps: shape.steps.unwrap().element,
  load: shape.load.unwrap().element,
  faults: shape.faults.unwrap().element,
  properties: shape.properties.unwrap().element,
  world: shape.world.unwrap(),
  /** The other parts of a story, without its seed, which differs in each run. */
  head: scenarioSchema,
} as const satisfies Record<string, z.ZodType>;
type PartName = keyof typeof schemas;

const partsMax = 16_384;
const cached = Object.fromEntries(Object.keys(schemas).map((name) => [name, new BoundedCache<unknown>(partsMax)])) as Readonly<
  Record<PartName, BoundedCache<unknown>>
>;

/** A part as its schema reads it; undefined if it is wrong. */
const readPart = (name: PartName, part: unknown, text = JSON.stringify(part)): unknown =>
  cached[name].get(text, () => {
    const read = readAs(schemas[name], part);
    return isLeft(read) ? undefined : read.right;
  });

const definitionsMax = 1_024;
const definitions = new BoundedCache<WorldDefinition>(definitionsMax);

/** `text` says all that it is made from, but for the seed. */
const definitionFor = (spec: ScenarioSpec, text: string): WorldDefinition | undefined => {
  const checked = definitions.get(text, () => {
    const built = buildDefinition(spec, undefined);
    return isLeft(built) ? undefined : checkDefinition(built.right);
  });
  return checked === undefined ? undefined : withSeed(checked, spec.seed ?? defaultSeed);
};

/** Parses a story as a scenario; left if it is not one. */
export const parseStoryScenario = (story: Story, file: string, read: Reader): Either<readonly FileProblem[], Scenario> => {
  const known = readStory(story, file);
  if (known !== undefined) return right(known);
  const nowhere = () => ({ line: 1, column: 1 });
  const source = { file, data: story, placeOf: nowhere, placeOfKey: nowhere };
  // A story may have mistakes that do not prevent a run.
  const parsed = scenariosFrom(source, read, undefined, {}, { lint: false });
  return isLeft(parsed) ? parsed : map((runs: readonly Scenario[]) => runs[0] as Scenario)(parsed);
};
