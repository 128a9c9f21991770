import type { SettingsOf } from '../../kernel/settings.ts';
import { varyIn } from '../handler/drawnSetting.ts';

/** The settings of a held call. */
// biome-ignore format: a table
export const callSettings = {
  edgeCut: varyIn('edge', 0, 'edge.cut', 'how long the edge holds a queue call that names no wait, before it answers 524; 0: for ever'),
};

export type CallSettings = SettingsOf<typeof callSettings>;
