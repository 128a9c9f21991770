import { findOperation, type Operation } from '../../engine/index.ts';
import type { HostedWorld } from './hostedWorld.ts';
import { deliverWebhooks, type WebhookReceiver } from './webhooks.ts';

/** Posts the webhooks of a world to the origins that its definition allows. Each result is an input like any other. */
export const postWebhooks = (served: HostedWorld, receiver: WebhookReceiver | undefined): void => {
  const { webhooks } = served.world.header.definition;
  if (webhooks === undefined || webhooks.length === 0) return;
  const { onChange, takeUp, close } = deliverWebhooks({
    allowed: webhooks,
    receiver,
    onceKept: (then) => served.durability.onceDurable(then),
    report: (jobId, attempt, status) => {
      const request = { params: { job_id: jobId }, query: {}, body: { attempt, status } };
      const input = { operation: reportWebhook.id, client: { key: null, because: 'operator' }, request } as const;
      // A world that has stopped says so in its next answer; a webhook is no reason to stop the server.
      const ignore = () => undefined;
      served.call(reportWebhook, input, ignore, ignore);
    },
  });
  takeUp(served.world);
  served.watch({ next: onChange });
  served.onClose(() => void close());
};

const reportWebhook = findOperation('reportWebhook') as Operation;
