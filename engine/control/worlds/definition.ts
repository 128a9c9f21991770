import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SomeSettings } from '../../cloud/entities.ts';
import { defaultHandler } from '../../cloud/handler/handler.ts';
import { invariant } from '../../kernel/invariant.ts';
import { buildDefinition, withSettings } from '../../scenario/file/build.ts';
import type { WorldSpec } from '../../scenario/format/worldFormat.ts';
import { parseScenario } from '../../scenario/scenario.ts';
import type { WorldDefinition } from '../../simulator/definition.ts';

/** A request for a world over the control plane. It is written as in a scenario, and every part is optional. */
export interface WorldWanted {
  readonly seed?: string | undefined;
  /** In ms since 1970. */
  readonly start?: number | undefined;
  readonly world?: WorldSpec | undefined;
  /** Laid over the settings of `world`. */
  readonly settings?: SomeSettings | undefined;
  /** The secret of the key `dev`, in a world that names no accounts. */
  readonly apiKey: string;
}

/** Reads the definition of the requested world, which may be a scenario's; left is the problem: 422. */
export const definitionAsked = (asked: WorldWanted & { readonly scenario?: string | undefined }): Either<Rejection, WorldDefinition> => {
  const { scenario, world, seed, start } = asked;
  if (scenario === undefined) return definitionWanted(asked);
  if (world !== undefined) return left(invalid(['$.world: the scenario has a world: give scenario or world, not both']));
  const parsed = parseScenario('scenario', scenario, () => undefined, seed === undefined ? undefined : [seed]);
  if (isLeft(parsed)) return left(invalid(parsed.left.map(({ line, column, message }) => `$.scenario: ${line}:${column} ${message}`)));
  const [first] = parsed.right;
  if (first === undefined) return left(invalid(['$.scenario: asks for no run']));
  return right(start === undefined ? first.definition : { ...first.definition, startMs: start });
};

const invalid = (errors: readonly string[]): Rejection => ({
  kind: 'invalid',
  rule: 'errors.validation',
  detail: 'Request validation failed.',
  errors,
});

/** Reads the definition of the requested world; left is the problem: 422. */
export const definitionWanted = ({ seed, start, world, settings, apiKey }: WorldWanted): Either<Rejection, WorldDefinition> => {
  const team = { id: 'team', keys: [{ name: 'dev', secret: apiKey }] };
  const begins = world === undefined ? { ...demonstration, accounts: [team, official] } : { accounts: [team], ...world };
  const spec = withSettings(begins, settings ?? {});
  const asked = { title: 'a world', world: spec, ...(seed === undefined ? {} : { seed }), ...(start === undefined ? {} : { start }) };
  const definition = buildDefinition(asked, undefined);
  if (!isLeft(definition)) return definition;
  return left(invalid(definition.left.map(({ message }) => `$.${message}`)));
};

/**
 * The world that a server starts with by default: an account `team`, whose key `dev` has the secret `apiKey`; a queue endpoint
 * `ep-demo` whose jobs take a second, so that a first call has a target; and official templates.
 */
export const defaultDefinition = (wanted: Omit<WorldWanted, 'world' | 'settings'>): WorldDefinition => {
  const definition = definitionWanted(wanted);
  invariant(!isLeft(definition), 'nothing is wrong with a demonstration');
  return definition.right;
};

/** The templates of this account are official in the catalog (catalog.templates). No client has a key for it. */
const official = { id: 'official' };

const demonstration: WorldSpec = {
  templates: [
    {
      id: 'podsim-torch',
      owner: official.id,
      name: 'PyTorch',
      image: 'podsim/torch:2.8',
      ports: ['8888/http', '22/tcp'],
      mounts: { persistent: { size: 20, path: '/workspace' } },
      public: true,
    },
    {
      id: 'podsim-ubuntu',
      owner: official.id,
      name: 'Ubuntu',
      image: 'podsim/ubuntu:24.04',
      ports: ['22/tcp'],
      category: 'CPU',
      startJupyter: false,
      public: true,
    },
    { id: 'podsim-worker', owner: official.id, name: 'Serverless worker', image: 'podsim/worker:1', serverless: true, public: true },
  ],
  // One worker runs from the start. Otherwise the first call would wait for the image.
  endpoints: [{ id: 'ep-demo', name: 'demo', workers: { min: 1, max: 3 }, handler: defaultHandler }],
};
