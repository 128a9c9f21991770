import type { Decider } from '../kernel/decider.ts';
import { decideVolume, type VolumeCommand } from './decide.ts';
import type { VolumeEvent } from './events.ts';
import { evolveVolume, newVolume, type Volume } from './evolve.ts';
import { volumeLifecycle } from './lifecycle.ts';
import type { VolumeSettings } from './settings.ts';
import { volumeTimers } from './timers.ts';

/** A network volume: storage in one data centre that outlives the pods it is mounted in. */
export const volumeDecider: Decider<Volume, VolumeCommand, VolumeEvent, VolumeSettings> = {
  kind: 'volume',
  lifecycle: volumeLifecycle,
  initial: newVolume,
  decide: decideVolume,
  evolve: evolveVolume,
  timers: volumeTimers,
};
