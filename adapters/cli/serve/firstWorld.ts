import { isLeft } from 'fp-ts/lib/Either.js';
import {
  allPermissions,
  definitionWanted,
  parseScenario,
  play,
  problemText,
  rerun,
  type Scenario,
  usualSecret,
  type WorldDefinition,
  withFirstSecret,
  withTiming,
} from '../../../engine/index.ts';
import { newWorld, type WorldFactory } from '../../host/worldFactory.ts';
import { readLog } from '../../store/file/logFile.ts';
import { sha256 } from '../../store/sha256.ts';
import { readerFor, readText } from '../files.ts';
import { explainErrors } from '../look/logs.ts';
import { BadInput } from '../terminal/exit.ts';
import { accepts, defaultApiKey, freshKey, isBeyondMachine, withoutGuessableKeys } from './beyondMachine.ts';
import { apiKeyOf, originsOf, settingsGiven, timingOf, type WrittenServeOptions } from './options.ts';

/**
 * The key for clients: the default key where this world accepts it, and otherwise the first key. The log of a world does not say what
 * its clients send: `known` are the keys that one of them may be.
 */
export const keyOf = ({ accounts }: WorldDefinition, known: readonly string[] = []): string | undefined => {
  const keys = accounts.flatMap((one) => one.keys);
  const secretOf = (key: (typeof keys)[number]): string | undefined =>
    'secret' in key ? key.secret : [...known, usualSecret(key.name)].find((secret) => accepts(key, secret));
  if (keys.length === 0 || keys.some((key) => accepts(key, defaultApiKey))) return defaultApiKey;
  return keys.map(secretOf).find((secret) => secret !== undefined);
};

/** Whether a world has that key. */
export const hasKey = ({ accounts }: WorldDefinition, secret: string): boolean =>
  accounts.some(({ keys }) => keys.some((key) => accepts(key, secret)));

/** The world that a server begins with, and how it is made. */
export interface FirstWorld {
  readonly definition: WorldDefinition;
  readonly make: WorldFactory;
}

/** The world of a scenario, after the scenario has been played. */
const playScenario =
  (scenario: Scenario): WorldFactory =>
  (onChange) => {
    const { verdict, failures, unfired, world } = play(scenario, { onChange, sha256 });
    if (verdict !== 'pass')
      process.stderr.write(`${scenario.file}: ${verdict}\n${[...failures, ...unfired].map((line) => `  ${line}\n`).join('')}`);
    return world;
  };

/**
 * The world that a server begins with, unless it has one stored: that of a scenario, or one with an endpoint to try. Where others than
 * this machine's processes reach the server, no key of it can be guessed.
 */
export const worldOf = (options: WrittenServeOptions): FirstWorld => {
  if (options.log !== undefined) return worldOfLog(options.log, options);
  const { seed, scenario: file } = options;
  const apiKey = apiKeyOf(options) ?? (isBeyondMachine(options) ? freshKey() : undefined);
  const settings = settingsGiven(options);
  const webhooks = originsOf(options);
  const timing = timingOf(options);
  const giveTimes = (definition: WorldDefinition): WorldDefinition => (timing === undefined ? definition : withTiming(definition, timing));
  const more = webhooks.length === 0 ? {} : { webhooks };
  if (file === undefined) {
    const definition = definitionWanted({ apiKey: apiKey ?? defaultApiKey, seed, settings });
    if (isLeft(definition)) throw new BadInput(`--setting: ${definition.left.errors?.join('; ')}`);
    const given = { ...giveTimes(definition.right), ...more };
    return { definition: given, make: newWorld(given) };
  }
  const parsed = parseScenario(file, readText(file), readerFor(file), seed === undefined ? undefined : [seed], settings);
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  const [scenario] = parsed.right;
  if (scenario === undefined) throw new BadInput(`${file}: contains no run`);
  const definition = {
    ...(apiKey === undefined
      ? withDefaultKey(giveTimes(scenario.definition))
      : withFirstSecret(
          isBeyondMachine(options) ? withoutGuessableKeys(giveTimes(scenario.definition)) : giveTimes(scenario.definition),
          apiKey,
        )),
    ...more,
  };
  return { definition, make: playScenario({ ...scenario, definition }) };
};

/** What a log begins with is its own. */
const ofOtherWorlds = ['scenario', 'seed', 'timing', 'setting', 'contract', 'webhooks'] as const;

/** The world of a log, which goes on where the log ends: its inputs are played again, and must come to the same log. */
const worldOfLog = (file: string, options: WrittenServeOptions): FirstWorld => {
  const other = ofOtherWorlds.find((name) => options[name] !== undefined);
  if (other !== undefined)
    throw new BadInput(`--log goes on with the world of a log, which has its own ${other}: give --log or --${other}`);
  const log = readLog(file);
  const { definition } = log.header;
  const { apiKey } = options;
  if (apiKey !== undefined && !hasKey(definition, apiKey))
    throw new BadInput(`--api-key is none of the keys that the world of ${file} has`);
  if (isBeyondMachine(options) && hasKey(definition, defaultApiKey))
    throw new BadInput(`the world of ${file} takes the key ${defaultApiKey}, which anyone can guess: serve it on this machine alone`);
  return {
    definition,
    make: (onChange) => {
      const world = explainErrors(log, () => rerun(log.header, log.entries, { onChange, sha256 }));
      if (world.fingerprint() === log.fingerprint) return world;
      throw new BadInput(`${file}: its inputs give another log today (\`podsim rerun ${file}\` says where), so its world cannot go on`);
    },
  };
};

/** Makes the README's examples work with any scenario: if no key is the default key, the account of the first key gets it. */
const withDefaultKey = (definition: WorldDefinition): WorldDefinition => {
  const { accounts } = definition;
  const keys = accounts.flatMap((one) => one.keys);
  const first = accounts.find((one) => one.keys.length > 0) ?? accounts[0];
  if (keys.some((key) => accepts(key, defaultApiKey))) return definition;
  const key = {
    name: freeName('podsim-dev', keys),
    secret: defaultApiKey,
    permissions: allPermissions,
    queueEndpoints: null,
    rateLimitExempt: false,
    expiresAt: null,
  };
  return { ...definition, accounts: accounts.map((one) => (one === first ? { ...one, keys: [...one.keys, key] } : one)) };
};

const freeName = (name: string, keys: readonly { readonly name: string }[]): string =>
  keys.some((key) => key.name === name) ? freeName(`${name}-too`, keys) : name;
