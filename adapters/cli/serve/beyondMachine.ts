import { randomBytes } from 'node:crypto';
import { digestSecret, usualSecret } from '../../../engine/cloud/index.ts';
import type { WorldDefinition } from '../../../engine/simulator/index.ts';
import { isLoopback } from '../../host/loopback.ts';
import type { WrittenServeOptions } from './options.ts';

/** The key that clients send unless another is given. It opens nothing outside this simulator, and is written in its documentation. */
export const defaultApiKey = 'podsim-dev-key';

/** Whether others than the processes of this machine can reach the server. */
export const isBeyondMachine = ({ host }: Pick<WrittenServeOptions, 'host'>): boolean => !isLoopback(host);

/** A key that cannot be guessed. */
export const freshKey = (): string => `podsim-${randomBytes(18).toString('base64url')}`;

/** Copies the world without guessable keys: the well-known one, and those that scenarios name without a secret. */
export const withoutGuessableKeys = (definition: WorldDefinition): WorldDefinition => ({
  ...definition,
  accounts: definition.accounts.map(({ id, keys }) => ({
    id,
    keys: keys.map((key) => ('secret' in key && guessSecret(key) !== undefined ? { ...key, secret: freshKey() } : key)),
  })),
});

/** The secrets that clients send for guessable keys. */
const guessSecret = (key: Key): string | undefined => [defaultApiKey, usualSecret(key.name)].find((secret) => accepts(key, secret));

/** Whether a key is the one that clients send as that. */
export const accepts = (key: Key, secret: string): boolean =>
  'secret' in key ? key.secret === secret : key.digest === digestSecret(secret).digest;

type Key = WorldDefinition['accounts'][number]['keys'][number];

/** Describes what anyone who reaches the port may do, for a server that others can reach; undefined if only this machine can. */
export const warningBeyond = (options: WrittenServeOptions, port: number, { accounts }: WorldDefinition): string | undefined => {
  if (!isBeyondMachine(options)) return undefined;
  const { host, workers = [], controlToken } = options;
  const guessable = accounts.flatMap(({ keys }) => keys.flatMap((key) => guessSecret(key) ?? []));
  const jobs = workers.length === 0 ? 'submit jobs' : 'submit jobs, which processes of this machine run';
  return [
    `podsim listens on ${host}, beyond this machine. Anyone who can reach port ${port}`,
    '  without a key   may open /console and /docs, which show nothing of a world, and ask whether the server is well',
    `  with a key      may read every pod with its env and its logs, ${jobs}, and change and delete what its account has`,
    controlToken === undefined
      ? '  control plane   is closed to all: give --control-token to open it beyond this machine'
      : '  with the token  may do all that the control plane does: make and revoke keys, make and drop worlds',
    ...guessable.map(
      (secret) => `The key ${secret} is written in the documentation and keeps no caller out: a new world with --api-key has another`,
    ),
    '',
  ].join('\n');
};
