/** What the log may say of a registry credential. */
export type RegistryEvent =
  | { readonly type: 'RegistryCreated'; readonly registryId: string; readonly accountId: string; readonly shape: RegistryShape }
  | { readonly type: 'RegistryDeleted'; readonly registryId: string };

/** What the world keeps of a registry credential. Its password is not among it. */
export interface RegistryShape {
  readonly name: string;
  readonly username: string;
}
