import type { VirtualTime } from '../../kernel/time.ts';
import type { KeyMark } from './keyDigest.ts';

/** The events of an account. */
export type AccountEvent =
  | { readonly type: 'AccountOpened'; readonly accountId: string }
  | { readonly type: 'AccountKeyCreated'; readonly accountId: string; readonly key: ApiKey }
  | { readonly type: 'AccountKeyRevoked'; readonly accountId: string; readonly name: string }
  | { readonly type: 'AccountSshKeysReplaced'; readonly accountId: string; readonly keys: readonly string[] };

/** An API key as the log has it. The secret is not in it: people pass logs on, and the key must not go with them. */
export interface ApiKey extends KeyMark {
  /** Its name in scenarios (`as: alice`). */
  readonly name: string;
  /** Level for each resource group (auth.scope). */
  readonly permissions: Permissions;
  /** The endpoints its queue permission is limited to; null = all. */
  readonly queueEndpoints: readonly string[] | null;
  readonly rateLimitExempt: boolean;
  readonly expiresAt: VirtualTime | null;
}

export const resourceGroups = [
  'pods',
  'serverless',
  'templates',
  'clusters',
  'volumes',
  'registries',
  'account',
  'billing',
  'queue',
] as const;
export type ResourceGroup = (typeof resourceGroups)[number];
export const accessLevels = ['none', 'read', 'write'] as const;
export type AccessLevel = (typeof accessLevels)[number];
export type Permissions = Readonly<Record<ResourceGroup, AccessLevel>>;
