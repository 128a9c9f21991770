import type { Mutable } from '../kernel/decider.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { VolumeEvent, VolumeShape } from './events.ts';
import { type VolumeStatus, volumeLifecycle } from './lifecycle.ts';

/** All that is known of a network volume. */
export interface Volume {
  readonly id: string;
  readonly status: VolumeStatus;
  readonly accountId: string;
  readonly shape: VolumeShape;
  readonly createdAt: VirtualTime | null;
}

export const newVolume = (id: string): Volume => ({ id, status: 'NEW', accountId: '', shape: noVolume, createdAt: null });

const noVolume: VolumeShape = { name: '', size: 0, dataCenterId: '', tier: 'STANDARD' };

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveVolume = (volume: Mutable<Volume>, event: VolumeEvent, at: VirtualTime): void => {
  volume.status = volumeLifecycle.to(volume.status, event.type);
  switch (event.type) {
    case 'VolumeCreated':
      volume.accountId = event.accountId;
      volume.shape = event.shape;
      volume.createdAt = at;
      return;
    case 'VolumeUpdated':
      volume.shape = event.shape;
      return;
    case 'VolumeDeleted':
      return;
    default:
      event satisfies never;
  }
};
