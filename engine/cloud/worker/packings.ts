import type { Packing } from '../../kernel/log/packing.ts';
import type { WorkerEvent } from './events.ts';

type WorkerPacking<Type extends WorkerEvent['type']> = Packing<Extract<WorkerEvent, { readonly type: Type }>>;

const tookJob: WorkerPacking<'WorkerTookJob'> = {
  type: 'WorkerTookJob',
  put({ workerId, jobId, places }, cells, at) {
    if (places !== undefined) return 0;
    cells[at] = workerId;
    cells[at + 1] = jobId;
    return 2;
  },
  take: (cells, at) => ({ type: 'WorkerTookJob', workerId: cells[at] as string, jobId: cells[at + 1] as string }),
  write(cells, at, out) {
    out.writePart(',"jobId":');
    out.writeString(cells[at + 1] as string);
    out.writePart(',"workerId":');
    out.writeString(cells[at] as string);
  },
};

const freed: WorkerPacking<'WorkerFreed'> = {
  type: 'WorkerFreed',
  put(event, cells, at) {
    if (!('jobId' in event) || event.looksInMs !== undefined) return 0;
    cells[at] = event.workerId;
    cells[at + 1] = event.jobId;
    cells[at + 2] = event.succeeded;
    return 3;
  },
  take: (cells, at) => ({
    type: 'WorkerFreed',
    workerId: cells[at] as string,
    jobId: cells[at + 1] as string,
    succeeded: cells[at + 2] as boolean,
  }),
  write(cells, at, out) {
    out.writePart(',"jobId":');
    out.writeString(cells[at + 1] as string);
    out.writePart(cells[at + 2] === true ? ',"succeeded":true,"workerId":' : ',"succeeded":false,"workerId":');
    out.writeString(cells[at] as string);
  },
};

/** How the log keeps the events of a worker that runs ordinary jobs. */
export const workerPackings = [tookJob, freed];
