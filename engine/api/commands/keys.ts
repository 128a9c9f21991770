import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { ApiKey } from '../../cloud/account/events.ts';
import { digestSecret, markText } from '../../cloud/account/keyDigest.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import { formatInstant, lastInstantMs } from '../../kernel/instant.ts';
import { keyText } from '../../kernel/rng.ts';
import { later } from '../../kernel/time.ts';
import { createKeyRequest, keyResource, readPermissions } from '../contract/account/key.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { command } from './command.ts';

/** POST keys: another key, its secret drawn from the world's seed. Opens the account if it does not exist. */
export const createKey = command({
  id: 'createKey',
  methods: ['POST'],
  path: '/_podsim/v1/keys',
  summary: 'Create an API key',
  body: createKeyRequest.default({}),
  bodyMax: 'body',
  success: { status: 201, schema: () => keyResource },
  refuses: [409],
  rules: ['control.inputs', 'control.keys', 'auth.scope'],
  run: (sim, { body, inputKey }) => {
    const { name = freeName(sim), account = firstAccount(sim), expiresIn } = body;
    const known = sim.state.keyring.findByName(name);
    if (known !== undefined && known.revoked === undefined)
      return refuseTaken(`there is a key named ${name} already: revoke it first, or take another name`);
    const secret = sim.uuid(keyText('key', inputKey()), 'podsim-');
    const mark = digestSecret(secret);
    if (sim.state.keyring.find(mark.digest) !== undefined)
      return refuseTaken('a key was made by a call of the same key before: each stands for one call');
    const expiresAt = expiresIn === undefined ? null : later(sim.now, expiresIn);
    if (expiresAt !== null && sim.startMs + expiresAt > lastInstantMs) return tooLong;
    const key: ApiKey = {
      name,
      ...mark,
      permissions: readPermissions(body.permissions),
      queueEndpoints: body.endpoints ?? null,
      rateLimitExempt: body.rateLimitExempt ?? false,
      expiresAt,
    };
    if (sim.find('account', account) === undefined) sim.dispatchOrThrow('account', account, { type: 'OpenAccount' });
    sim.dispatchOrThrow('account', account, { type: 'CreateKey', key });
    // The answer shows the secret this once: the log does not have it.
    const shown = keyView(sim, { accountId: account, key });
    return right({ answer: { status: 201, body: { ...shown, key: secret }, afterwards: shown } });
  },
});

/** DELETE keys/{key}, by its name: from now on a call with this key is refused as revoked. */
export const revokeKey = command({
  id: 'revokeKey',
  methods: ['DELETE'],
  path: '/_podsim/v1/keys/{key}',
  summary: 'Revoke an API key, by its name',
  success: { status: 204 },
  refuses: [404],
  rules: ['control.inputs', 'control.keys'],
  run: (sim, { request: { params } }) => {
    const name = params['key'] ?? '';
    const principal = sim.state.keyring.findByName(name);
    if (principal === undefined || principal.revoked !== undefined)
      return left({ kind: 'unknown', rule: 'control.keys', detail: `there is no key named ${name}; GET keys lists them` });
    const revoked = sim.dispatch('account', principal.accountId, { type: 'RevokeKey', name });
    return isLeft(revoked) ? revoked : right({ answer: { status: 204 } });
  },
});

/** The key resource. */
export const keyView = ({ startMs }: Pick<SimulationContext, 'startMs'>, { accountId, key }: Principal): Resource<typeof keyResource> => ({
  key: markText(key),
  digest: key.digest,
  name: key.name,
  account: accountId,
  permissions: key.permissions,
  endpoints: key.queueEndpoints,
  rateLimitExempt: key.rateLimitExempt,
  expiresAt: key.expiresAt === null ? null : formatInstant(startMs + key.expiresAt),
});

const refuseTaken = (detail: string) => left({ kind: 'refused', rule: 'control.keys', detail } as const);

const tooLong = left({
  kind: 'invalid',
  rule: 'errors.validation',
  detail: 'Request validation failed.',
  errors: [`$.expiresIn: it would expire after ${formatInstant(lastInstantMs)}`],
} as const);

/** The first name `key-N` that no key has or had, counting from the number of keys made so far. */
const freeName = ({ state: { keyring } }: SimulationContext): string => {
  let n = keyring.count + 1;
  while (keyring.findByName(`key-${n}`) !== undefined) n += 1;
  return `key-${n}`;
};

const firstAccount = ({ state }: SimulationContext): string => {
  const [first] = state.all('account');
  return first?.id ?? 'team';
};
