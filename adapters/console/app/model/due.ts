import type { VirtualTime } from '../../../../engine/kernel/index.ts';
import { findNext, type Next } from '../../../../engine/world/index.ts';
import type { RunLog } from './runLog.ts';

/** More of each are not listed: what comes after them is far away. */
const dueMax = 60;

/** What is due after a moment, and what could be done then; to all entities, or to one. */
export const nextAt = (log: RunLog, seq: number, id?: string): Next =>
  findNext({ state: log.stateAt(seq), settings: log.settingsAt(seq), now: log.at(seq) as VirtualTime }, dueMax, id);
