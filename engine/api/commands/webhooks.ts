import { isLeft, right } from 'fp-ts/lib/Either.js';
import { webhookReport, webhookVerdict } from '../contract/webhook.ts';
import { command } from './command.ts';

/**
 * POST /_podsim/v1/webhooks/{job_id}: reports a real receiver's answer, or that there was none. This decides whether there is another
 * attempt.
 */
export const reportWebhook = command({
  id: 'reportWebhook',
  methods: ['POST'],
  path: '/_podsim/v1/webhooks/{job_id}',
  resolves: { job_id: 'job' },
  summary: 'Report what the receiver of a webhook answered',
  body: webhookReport,
  bodyMax: 'webhookBody',
  success: { status: 200, schema: webhookVerdict },
  refuses: [409],
  rules: ['control.inputs', 'webhook.delivery'],
  run: (sim, { job, body: { attempt, status } }) => {
    const reported = sim.dispatch('job', job.id, { type: 'ReportWebhook', attempt, answered: status });
    return isLeft(reported) ? reported : right({ answer: { status: 200, body: { again: job.webhookDue } } });
  },
});
