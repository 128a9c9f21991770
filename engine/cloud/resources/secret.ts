import type { VirtualTime } from '../../kernel/time.ts';
import { type Owned, registerOwned } from './owned.ts';

/** What the world stores of a secret. Its value is not stored: nothing that is simulated depends on it. */
export interface SecretShape {
  readonly name: string;
  readonly description: string | null;
  /** When the value was set last. */
  readonly valueSetAt: VirtualTime;
}

/** The state of an account secret. */
export type Secret = Owned<SecretShape>;

/** A secret of an account: what `{{ RUNPOD_SECRET_name }}` in the environment of a container stands for. */
export const secretEntity = registerOwned<SecretShape>()({
  kind: 'secret',
  life: {
    created: { command: 'CreateSecret', event: 'SecretCreated', rule: 'account.secrets' },
    updated: { command: 'UpdateSecret', event: 'SecretUpdated', rule: 'account.secrets' },
    deleted: { command: 'DeleteSecret', event: 'SecretDeleted', rule: 'account.secrets', words: 'its owner deletes it' },
  },
  blank: { name: '', description: null, valueSetAt: 0 as VirtualTime },
  createdBy: 'createSecret',
  example: 's3c7r9e2t5k8wq',
});
