/** What the log may say of a registry delegation. */
export type DelegationEvent =
  | { readonly type: 'DelegationCreated'; readonly delegationId: string; readonly accountId: string; readonly shape: DelegationShape }
  | { readonly type: 'DelegationRevoked'; readonly delegationId: string };

/** What a delegation lets the platform pull. */
export interface DelegationShape {
  readonly name: string | null;
  /** The ARN that was given. */
  readonly resource: string;
  readonly awsRegion: string;
  readonly awsUser: string;
  readonly repository: string;
  readonly tag: string;
}
