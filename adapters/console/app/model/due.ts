import { type Next, nextOf, type VirtualTime } from '../../../../engine/index.ts';
import type { RunLog } from './runLog.ts';

/** More of each are not listed: what comes after them is far away. */
const dueMax = 60;

/** What is due after a moment, and what could be done then; to all entities, or to one. */
export const nextAt = (log: RunLog, seq: number, id?: string): Next =>
  nextOf({ state: log.stateAt(seq), settings: log.settingsAt(seq), now: log.at(seq) as VirtualTime }, dueMax, id);
