import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { realDisk } from '../disk.ts';
import { writeWhole } from '../files.ts';
import { orProblem } from '../problems.ts';
import type { WorldLog } from '../store.ts';
import { encodeBatches } from './batches.ts';
import { plainFraming } from './framing.ts';
import { openLog } from './openLog.ts';

/**
 * A log with these entries that exists only while it is open: for entries that have no room in memory. Its file is in the system's
 * folder for temporary files. Its name is removed at once, so that nothing is left of it however this process ends.
 */
export const openTemporaryLog = async (worldId: string, header: LogHeader, entries: Iterable<LogEntry<DomainEvent>>): Promise<WorldLog> => {
  const folder = await orProblem(tmpdir(), () => mkdtemp(join(tmpdir(), 'podsim-')));
  // Some systems cannot remove the name of an open file. There it is removed when the log is closed.
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    await orProblem(folder, () =>
      writeWhole(realDisk, join(folder, plainFraming.fileName), encodeBatches(worldId, plainFraming, header, entries)),
    );
    const log = await openLog(worldId, folder, { sync: 'never' }, remove);
    if (log === undefined) throw new Error(`there was a log in ${folder} a moment ago`);
    log.past.open();
    return log;
  } finally {
    await remove();
  }
};
