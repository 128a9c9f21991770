/** What the log may say of a network volume. */
export type VolumeEvent =
  | { readonly type: 'VolumeCreated'; readonly volumeId: string; readonly accountId: string; readonly shape: VolumeShape }
  | { readonly type: 'VolumeUpdated'; readonly volumeId: string; readonly shape: VolumeShape }
  | { readonly type: 'VolumeDeleted'; readonly volumeId: string };

/** What a network volume is. */
export interface VolumeShape {
  readonly name: string;
  /** GB. */
  readonly size: number;
  readonly dataCenterId: string;
  readonly tier: 'STANDARD' | 'HIGH_PERFORMANCE';
}
