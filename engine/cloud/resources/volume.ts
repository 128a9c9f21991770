import { type Owned, registerOwned } from './owned.ts';

/** The properties of a network volume. */
export interface VolumeShape {
  readonly name: string;
  /** GB. */
  readonly size: number;
  readonly dataCenterId: string;
  readonly tier: 'STANDARD' | 'HIGH_PERFORMANCE';
}

/** The state of a network volume. */
export type Volume = Owned<VolumeShape>;

/** A network volume: storage in one data center that outlives the pods it is mounted in. */
export const volumeEntity = registerOwned<VolumeShape>()({
  kind: 'volume',
  life: {
    created: { command: 'CreateVolume', event: 'VolumeCreated', rule: 'volume.size' },
    updated: { command: 'UpdateVolume', event: 'VolumeUpdated', rule: 'volume.size' },
    deleted: { command: 'DeleteVolume', event: 'VolumeDeleted', rule: 'volume.delete-attached', words: 'its owner deletes it' },
  },
  blank: { name: '', size: 0, dataCenterId: '', tier: 'STANDARD' },
  createdBy: 'createNetworkVolume',
  example: 'v4s7g0l3f9p2xa',
});
