import type { VirtualTime } from '../kernel/time.ts';

/** The events of an account. */
export type AccountEvent =
  | { readonly type: 'AccountOpened'; readonly accountId: string }
  | { readonly type: 'AccountKeyCreated'; readonly accountId: string; readonly key: ApiKey }
  | { readonly type: 'AccountKeyRevoked'; readonly accountId: string; readonly name: string }
  | { readonly type: 'AccountSshKeysReplaced'; readonly accountId: string; readonly keys: readonly string[] };

/** A simulated API key. It opens nothing outside its world, so the log may contain it. */
export interface ApiKey {
  /** What scenarios call it (`as: alice`). */
  readonly name: string;
  /** What a client sends. */
  readonly secret: string;
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
