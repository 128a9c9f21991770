import { findLeftJob } from './accounted.ts';
import { leavesOpen, unreadMax } from './connections.ts';
import { asksForGone } from './gone.ts';
import { reliesOnHealth } from './health.ts';
import { findOrphan } from './orphans.ts';
import { hurriedMax, pollsWithoutPause } from './pauses.ts';
import { createsAgain } from './paysOnce.ts';
import type { ClientProperty } from './property.ts';
import { paidMax, readsMax, triesForEver, triesMax } from './retries.ts';
import { findEarlyCall } from './retryAfter.ts';
import { tookForSuccess } from './success.ts';
import { tookForResult } from './terminal.ts';
import { assumesOrder } from './webhookOrder.ts';
import { dependsOnOneWebhook } from './webhooks.ts';
import { doesWorkTwice } from './workOnce.ts';

/** The properties of clients of the platform. Each row names the complaint about a client without it. */
export const clientProperties: readonly ClientProperty[] = [
  {
    name: 'terminal-is-terminal',
    about: 'An answer that says IN_QUEUE or IN_PROGRESS is never taken for a result.',
    complaint: { repository: 'runpod/runpod-python', issue: 534 },
    lasting: false,
    broken: tookForResult,
  },
  {
    name: 'jobs-accounted-for',
    about:
      'The client knows the end of every job that it submitted, or has told its caller of it; also if runsync timed out, or an answer was lost.',
    complaint: { repository: 'objctp/runpod-cli', issue: 49 },
    lasting: false,
    broken: findLeftJob,
  },
  {
    name: 'success-is-success',
    about:
      'A client returns as if its work were done only if its jobs completed, and it has read that they did; one that failed, or is gone, is an error.',
    complaint: { repository: 'cybergis/cybergis-compute-python-sdk', issue: 81 },
    lasting: false,
    broken: tookForSuccess,
  },
  {
    name: 'retries-bounded',
    about: `What fails each time is not tried for ever: not more than ${triesMax} times, ${readsMax} for a read, and ${paidMax} for jobs, which are paid for.`,
    complaint: { repository: 'runpod-workers/worker-vllm', issue: 29 },
    lasting: true,
    broken: triesForEver,
  },
  {
    name: 'stops-when-gone',
    about: 'Polling stops when a job or a pod is gone: a 404 is not "still starting".',
    complaint: { repository: 'skypilot-org/skypilot', issue: 7318 },
    lasting: true,
    broken: asksForGone,
  },
  {
    name: 'no-orphans',
    about: 'Every pod, cluster, endpoint and volume that was created is gone at the end, or its id was returned; also if something failed.',
    complaint: { repository: 'uda-lab/yomotsusaka', issue: 124 },
    lasting: false,
    broken: findOrphan,
  },
  {
    name: 'webhooks-once',
    about: 'Webhooks may come twice, late, or not at all: the client acts once for each job, and waits for none for ever.',
    complaint: { repository: 'ashleykleynhans/runpod-worker-a1111', issue: 4 },
    lasting: false,
    broken: dependsOnOneWebhook,
  },
  {
    name: 'obeys-retry-after',
    about: 'After 429 with Retry-After, the next such call is not made earlier.',
    complaint: { repository: 'runpod/runpod-mcp', issue: 64 },
    lasting: true,
    broken: findEarlyCall,
  },
  {
    name: 'health-is-not-capacity',
    about: 'Healthy workers do not mean that a job is taken: the client neither submits work twice nor waits for ever because of them.',
    complaint: { repository: 'runpod/runpod-mcp', issue: 62 },
    lasting: false,
    broken: reliesOnHealth,
  },
  {
    name: 'polls-with-pause',
    about: `There is a pause between polls: not more than ${hurriedMax} reads of the same follow each other at once, while nothing changes.`,
    complaint: { repository: 'ctrl-space-labs/gendox-core', issue: 448 },
    lasting: true,
    broken: pollsWithoutPause,
  },
  {
    name: 'work-once',
    about: 'What a job was accepted for is not submitted again, unless that job failed, timed out or was cancelled: each one is paid for.',
    complaint: { repository: 'ASFHyP3/hyp3', issue: 2851 },
    lasting: true,
    broken: doesWorkTwice,
  },
  {
    name: 'pays-once',
    about: 'Where the answer to a creation was lost, the client looks whether the thing is there before it creates and pays for another.',
    complaint: { repository: 'artokun/comfyui-mcp', issue: 276 },
    lasting: true,
    broken: createsAgain,
  },
  {
    name: 'webhooks-in-any-order',
    about: 'What a client does when a webhook comes, it does for the job of that webhook: they come in any order.',
    complaint: { repository: 'paypal/mirakl-hyperwallet-connector', issue: 35 },
    lasting: true,
    broken: assumesOrder,
  },
  {
    name: 'connections-closed',
    about: `A client that returns has left no call without an answer behind, unless it aborted the call; nor more than ${unreadMax} answers unread.`,
    complaint: { repository: 'cerbos/cerbos-sdk-javascript', issue: 956 },
    lasting: false,
    broken: leavesOpen,
  },
];

export const clientProperty = (name: string): ClientProperty | undefined => clientProperties.find((row) => row.name === name);
