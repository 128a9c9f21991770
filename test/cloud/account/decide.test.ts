import { expect, test } from 'vitest';
import { accountEntity } from '../../../engine/cloud/account/account.ts';
import { digestSecret } from '../../../engine/cloud/account/keyDigest.ts';
import { accountSettings } from '../../../engine/cloud/account/settings.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';
import { keyOf } from '../../support/worlds/worlds.ts';

const given = specification(accountEntity, listDefaults(accountSettings));

const accountId = 'account-1';
const opened = { type: 'AccountOpened', accountId } as const;
const loggedKey = (name: string) => {
  const { secret, ...rest } = keyOf(name);
  return { ...rest, ...digestSecret(secret) };
};
const alice = loggedKey('alice');
const keyCreated = { type: 'AccountKeyCreated', accountId, key: alice } as const;

test('an account is opened once', () => {
  given().when({ type: 'OpenAccount' }).then(opened);
  given(opened).when({ type: 'OpenAccount' }).thenRejected('refused', 'auth.tenancy');
});

test('an account gets keys once it is open', () => {
  given(opened).when({ type: 'CreateKey', key: alice }).then(keyCreated);
  given().when({ type: 'CreateKey', key: alice }).thenRejected('unknown', 'auth.tenancy');
});

const keyRevoked = { type: 'AccountKeyRevoked', accountId, name: 'alice' } as const;

test('an account loses a key that is revoked, once', () => {
  given(opened, keyCreated).when({ type: 'RevokeKey', name: 'alice' }).then(keyRevoked);
  given(opened, keyCreated, keyRevoked).when({ type: 'RevokeKey', name: 'alice' }).thenRejected('unknown', 'control.keys');
  given(opened, keyCreated).when({ type: 'RevokeKey', name: 'bob' }).thenRejected('unknown', 'control.keys');
  expect(stateAfter(accountEntity, [opened, keyCreated, { ...keyCreated, key: loggedKey('bob') }, keyRevoked]).keys).toStrictEqual([
    loggedKey('bob'),
  ]);
});

const sshKeys = ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8 alice'];
const replaced = { type: 'AccountSshKeysReplaced', accountId, keys: sshKeys } as const;

test('an account replaces its SSH keys as a whole', () => {
  given(opened).when({ type: 'ReplaceSshKeys', keys: sshKeys }).then(replaced);
  given(opened, replaced)
    .when({ type: 'ReplaceSshKeys', keys: [] })
    .then({ ...replaced, keys: [] });
  given().when({ type: 'ReplaceSshKeys', keys: sshKeys }).thenRejected('unknown', 'auth.tenancy');
  expect(stateAfter(accountEntity, [opened, replaced, { ...replaced, keys: [] }]).sshKeys).toStrictEqual([]);
});

test('an account has its keys in the order they were made', () => {
  const bob = loggedKey('bob');
  expect(stateAfter(accountEntity, [opened, keyCreated, { ...keyCreated, key: bob }]).keys).toStrictEqual([alice, bob]);
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(accountEntity, [opened, keyCreated, keyRevoked, replaced]);
});
