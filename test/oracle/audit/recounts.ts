import { readRecount } from '../reads/readRecount.ts';
import { fleetRecount } from './allocation/fleet.ts';
import { hostRecount } from './allocation/hosts.ts';
import { imageRecount } from './allocation/images.ts';
import { memberRecount } from './allocation/members.ts';
import { orderRecount } from './allocation/order.ts';
import { placementRecount } from './allocation/placement.ts';
import { purgeRecount } from './allocation/purges.ts';
import { quotaRecount } from './allocation/quotas.ts';
import { referenceRecount } from './allocation/references.ts';
import { roomRecount } from './allocation/rooms.ts';
import { slotRecount } from './allocation/slots.ts';
import { trafficRecount } from './allocation/traffic.ts';
import { turnRecount } from './allocation/turns.ts';
import { volumeRecount } from './allocation/volumes.ts';
import { batchRecount } from './batches.ts';
import { chunkRecount } from './chunks.ts';
import { jobDeadlines } from './deadlines/jobs.ts';
import { podDeadlines } from './deadlines/pods.ts';
import { requestDeadlines } from './deadlines/requests.ts';
import { webhookRecount } from './deadlines/webhooks.ts';
import { workerDeadlines } from './deadlines/workers.ts';
import type { RecountRow } from './recount.ts';
import { workRecount } from './sharedWork.ts';

/** Every recount, in the order in which each sees an event. A new one is a file and a row. */
// biome-ignore format: a table
export const recounts: readonly RecountRow[] = [
  chunkRecount,
  slotRecount,
  placementRecount,
  hostRecount,
  roomRecount,
  memberRecount,
  referenceRecount,
  volumeRecount,
  quotaRecount,
  orderRecount,
  purgeRecount,
  fleetRecount,
  turnRecount,
  imageRecount,
  trafficRecount,
  jobDeadlines,
  webhookRecount,
  workRecount,
  batchRecount,
  workerDeadlines,
  requestDeadlines,
  podDeadlines,
  readRecount,
];
