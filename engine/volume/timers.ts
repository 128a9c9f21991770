import type { Timer } from '../kernel/decider.ts';
import type { VolumeCommand } from './decide.ts';
import type { Volume } from './evolve.ts';
import type { VolumeSettings } from './settings.ts';

/** None: nothing happens to it by itself. */
export const volumeTimers: readonly Timer<Volume, VolumeCommand, VolumeSettings>[] = [];
