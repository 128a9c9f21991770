import { map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { sshKeysResource, updateSshKeysRequest } from '../contract/account/sshKeys.ts';
import { operation } from '../row.ts';

/** GET /v2/account/ssh-keys: the account's public keys, which startSsh puts into its pods. */
export const getSshKeys = operation({
  id: 'getSshKeys',
  api: 'management',
  methods: ['GET'],
  path: '/v2/account/ssh-keys',
  summary: 'Read the SSH keys of the account',
  permission: { group: 'account', level: 'read' },
  success: { status: 200, schema: sshKeysResource },
  rules: ['ssh.keys-replace'],
  run: (sim, { accountId }) => right({ answer: { status: 200, body: { keys: sim.find('account', accountId)?.sshKeys ?? [] } } }),
});

/** PUT /v2/account/ssh-keys: replaces the whole list; existing pods keep the keys they were created with (pod.ssh-keys). */
export const updateSshKeys = operation({
  id: 'updateSshKeys',
  api: 'management',
  methods: ['PUT'],
  path: '/v2/account/ssh-keys',
  summary: 'Replace the SSH keys of the account',
  permission: { group: 'account', level: 'write' },
  body: updateSshKeysRequest,
  bodyMax: 'body',
  success: { status: 200, schema: sshKeysResource },
  rules: ['ssh.keys-replace', 'pod.ssh-keys'],
  run: (sim, { accountId, body: { keys } }) =>
    pipe(
      sim.dispatch('account', accountId, { type: 'ReplaceSshKeys', keys }),
      map(() => ({ answer: { status: 200, body: { keys } } })),
    ),
});
