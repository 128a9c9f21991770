import { type Either, isLeft, left } from 'fp-ts/lib/Either.js';
import type { WorldDefinition } from '../definition.ts';
import type { SomeSettings } from '../entities.ts';
import { defaultHandler } from '../handler/handler.ts';
import type { Rejection } from '../kernel/decider.ts';
import { invariant } from '../kernel/invariant.ts';
import { definitionOf, withSettings } from '../scenario/build.ts';
import type { WorldSpec } from '../scenario/worldFormat.ts';

/** What a world is made from over the control plane: as in a scenario, and nothing need be said. */
export interface WorldWanted {
  readonly seed?: string | undefined;
  /** In ms since 1970. */
  readonly start?: number | undefined;
  readonly world?: WorldSpec | undefined;
  /** Over those of the world. */
  readonly settings?: SomeSettings | undefined;
  /** What the key `dev` is sent as in a world that names no accounts. */
  readonly apiKey: string;
}

/** The world somebody asks for, or what is wrong with it: 422. */
export const definitionWanted = ({ seed, start, world, settings, apiKey }: WorldWanted): Either<Rejection, WorldDefinition> => {
  const team = { id: 'team', keys: [{ name: 'dev', secret: apiKey }] };
  const begins = world === undefined ? { ...demonstration, accounts: [team, official] } : { accounts: [team], ...world };
  const spec = withSettings(begins, settings ?? {});
  const asked = { title: 'a world', world: spec, ...(seed === undefined ? {} : { seed }), ...(start === undefined ? {} : { start }) };
  const definition = definitionOf(asked, undefined);
  if (!isLeft(definition)) return definition;
  const errors = definition.left.map(({ message }) => `$.${message}`);
  return left({ kind: 'invalid', rule: 'errors.validation', detail: 'Request validation failed.', errors });
};

/**
 * The world a server starts with when it is told of no other: an account `team`, whose key `dev` is sent as `apiKey`,
 * a queue endpoint `ep-demo` whose jobs take a second, so that a first call has somewhere to go, and official templates.
 */
export const defaultDefinition = (wanted: Omit<WorldWanted, 'world' | 'settings'>): WorldDefinition => {
  const definition = definitionWanted(wanted);
  invariant(!isLeft(definition), 'nothing is wrong with a demonstration');
  return definition.right;
};

/** What it publishes is official in the catalog (catalog.templates). No client has a key of it. */
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
  // One worker is up from the start, or the first call would wait for its image.
  endpoints: [{ id: 'ep-demo', name: 'demo', workers: { min: 1, max: 3 }, handler: defaultHandler }],
};
