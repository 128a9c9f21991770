import { type Context, changes, type Decision, happens } from '../kernel/decider.ts';
import type { VolumeEvent, VolumeShape } from './events.ts';
import type { Volume } from './evolve.ts';
import { volumeLifecycle } from './lifecycle.ts';
import type { VolumeSettings } from './settings.ts';

export type VolumeCommand =
  | { readonly type: 'CreateVolume'; readonly accountId: string; readonly shape: VolumeShape }
  | { readonly type: 'UpdateVolume'; readonly shape: VolumeShape }
  | { readonly type: 'DeleteVolume' };

export const decideVolume = (command: VolumeCommand, volume: Volume, _context: Context<VolumeSettings>): Decision<VolumeEvent> => {
  const volumeId = volume.id;
  switch (command.type) {
    case 'CreateVolume':
      return occurs(volume, 'volume.size', { type: 'VolumeCreated', volumeId, accountId: command.accountId, shape: command.shape });
    case 'UpdateVolume':
      return changes(volume.shape, command.shape, occurs(volume, 'volume.size', { type: 'VolumeUpdated', volumeId, shape: command.shape }));
    case 'DeleteVolume':
      return occurs(volume, 'volume.delete-attached', { type: 'VolumeDeleted', volumeId });
  }
};

const occurs = (volume: Volume, rule: string, event: VolumeEvent): Decision<VolumeEvent> => happens(volumeLifecycle, volume, rule, event);
