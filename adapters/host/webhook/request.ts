import type { Json } from '../../../engine/kernel/index.ts';

/** The request by which the platform posts a webhook. The target of a redirect is not the receiver that was named. */
export const webhookRequest = (payload: Json) =>
  ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Go-http-client/2.0' },
    body: JSON.stringify(payload),
    redirect: 'manual',
  }) as const satisfies RequestInit;

/** How long a receiver may take to answer a webhook. */
export const webhookAnswerMsMax = 10_000;
