import { findOperation, type Operation } from '../../../engine/api/index.ts';
import { deliverWebhooks, type WebhookReceiver } from '../webhook/webhooks.ts';
import type { HostedWorld } from './hostedWorld.ts';
import { tellWorld } from './tellWorld.ts';

/** Posts the webhooks of a world to the origins that its definition allows. Each result is an input like any other. */
export const postWebhooks = (served: HostedWorld, receiver: WebhookReceiver | undefined): void => {
  const { webhooks } = served.world.header.definition;
  if (webhooks === undefined || webhooks.length === 0) return;
  const { onChange, takeUp, close } = deliverWebhooks({
    allowed: webhooks,
    receiver,
    onceKept: (then) => served.durability.onceDurable(then),
    report: (jobId, attempt, status) => tellWorld(served, reportWebhook, { job_id: jobId }, { attempt, status }),
  });
  takeUp(served.world);
  served.watch({ next: onChange });
  served.onClose(() => void close());
};

const reportWebhook = findOperation('reportWebhook') as Operation;
