import { defineLifecycle } from '../lifecycles.ts';
import { type Owned, type OwnedLife, registerOwned, statusesOfOwned } from './owned.ts';

/** The events of a network volume. */
type VolumeEvent =
  | { readonly type: 'VolumeCreated'; readonly volumeId: string; readonly accountId: string; readonly shape: VolumeShape }
  | { readonly type: 'VolumeUpdated'; readonly volumeId: string; readonly shape: VolumeShape }
  | { readonly type: 'VolumeDeleted'; readonly volumeId: string };

/** The properties of a network volume. */
export interface VolumeShape {
  readonly name: string;
  /** GB. */
  readonly size: number;
  readonly dataCenterId: string;
  readonly tier: 'STANDARD' | 'HIGH_PERFORMANCE';
}

type VolumeCommand =
  | { readonly type: 'CreateVolume'; readonly accountId: string; readonly shape: VolumeShape }
  | { readonly type: 'UpdateVolume'; readonly shape: VolumeShape }
  | { readonly type: 'DeleteVolume' };

/** Its life, and the rules of it. */
const volumeLife: OwnedLife<VolumeCommand, VolumeEvent> = {
  created: { command: 'CreateVolume', event: 'VolumeCreated', rule: 'volume.size' },
  updated: { command: 'UpdateVolume', event: 'VolumeUpdated', rule: 'volume.size' },
  deleted: { command: 'DeleteVolume', event: 'VolumeDeleted', rule: 'volume.delete-attached', words: 'its owner deletes it' },
};

const volumeLifecycle = defineLifecycle<VolumeEvent>()({
  id: 'volume',
  initial: 'NEW',
  states: statusesOfOwned(volumeLife),
});

/** The state of a network volume. */
export type Volume = Owned<VolumeShape>;

const noVolume: VolumeShape = { name: '', size: 0, dataCenterId: '', tier: 'STANDARD' };

/** A network volume: storage in one data center that outlives the pods it is mounted in. */
export const volumeEntity = registerOwned({
  kind: 'volume',
  lifecycle: volumeLifecycle,
  life: volumeLife,
  blank: noVolume,
  createdBy: 'createNetworkVolume',
  example: 'v4s7g0l3f9p2xa',
});
