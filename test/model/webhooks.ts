import type { Plan } from './plan.ts';
import type { Job } from './state.ts';

/** When the webhook of a job is tried next: at its end, and then after each gap; null if it is not tried again (webhook.delivery). */
export const findNextTry = ({ isTried, finished, tries }: Job, { webhooks: { gaps } }: Plan): number | null => {
  if (!isTried) return null;
  let at = finished;
  for (let tried = 0; tried < tries; tried++) at += gaps[Math.min(tried, gaps.length - 1)] ?? 0;
  return at;
};

/** Tries it once more. A receiver that does not answer 2xx is tried again, a few times. Returns what is said of it. */
export const tryWebhook = (job: Job, { webhooks: { answers, tries } }: Plan): string => {
  const answered = answers[Math.min(job.tries, answers.length - 1)] ?? 200;
  job.tries += 1;
  job.isTried = Math.floor(answered / 100) !== 2 && job.tries < tries;
  return `${job.name} webhook ${job.tries} answered ${answered}${job.isTried ? ', again' : ''}`;
};
