import type { VirtualTime } from '../../kernel/time.ts';
import { defineLifecycle } from '../lifecycles.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of an account secret. */
type SecretEvent =
  | { readonly type: 'SecretCreated'; readonly secretId: string; readonly accountId: string; readonly shape: SecretShape }
  | { readonly type: 'SecretUpdated'; readonly secretId: string; readonly shape: SecretShape }
  | { readonly type: 'SecretDeleted'; readonly secretId: string };

/** What the world stores of a secret. Its value is not stored: nothing that is simulated depends on it. */
export interface SecretShape {
  readonly name: string;
  readonly description: string | null;
  /** When the value was set last. */
  readonly valueSetAt: VirtualTime;
}

type SecretCommand =
  | { readonly type: 'CreateSecret'; readonly accountId: string; readonly shape: SecretShape }
  | { readonly type: 'UpdateSecret'; readonly shape: SecretShape }
  | { readonly type: 'DeleteSecret' };

/** Its life, and the rules of it. */
const secretLife: OwnedLife<SecretCommand, SecretEvent> = {
  created: { command: 'CreateSecret', event: 'SecretCreated', rule: 'account.secrets' },
  updated: { command: 'UpdateSecret', event: 'SecretUpdated', rule: 'account.secrets' },
  deleted: { command: 'DeleteSecret', event: 'SecretDeleted', rule: 'account.secrets', words: 'its owner deletes it' },
};

const secretLifecycle = defineLifecycle<SecretEvent>()({
  id: 'secret',
  initial: 'NEW',
  states: statusesOfOwned(secretLife),
});

/** The state of an account secret. */
export type Secret = Owned<SecretShape>;

const noSecret: SecretShape = { name: '', description: null, valueSetAt: 0 as VirtualTime };

/** A secret of an account: what `{{ RUNPOD_SECRET_name }}` in the environment of a container stands for. */
export const secretEntity = registerOwned({
  kind: 'secret',
  lifecycle: secretLifecycle,
  life: secretLife,
  blank: noSecret,
  createdBy: 'createSecret',
  example: 's3c7r9e2t5k8wq',
});
