import type { VirtualTime } from '../../../../engine/kernel/index.ts';
import { findNext, type Next } from '../../../../engine/world/index.ts';
import type { RunLog } from './runLog.ts';

/** The most rows of each list. Later ones are far away. */
const dueMax = 60;

/** Lists what is due after a moment, and the possible actions then, for all entities or one. */
export const nextAt = (log: RunLog, seq: number, id?: string): Next =>
  findNext({ state: log.stateAt(seq), settings: log.settingsAt(seq), now: log.at(seq) as VirtualTime }, dueMax, id);
