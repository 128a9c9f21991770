// Has two pictures drawn, one after the other, and each of them enlarged: enlarger.mjs without its mistakes.

const prompts = ['a cat', 'a dog'];
const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
const pollsMax = 60;

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint, sleep, webhookUrl, onWebhook }) => {
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/v2/${endpoint}/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  /** A webhook only tells that a job is over. What is done then is done once, by the code that waits for that job. */
  const waiting = new Map();
  onWebhook(async (request) => {
    const job = await request.json();
    waiting.get(job.id)?.(job);
  });

  /** Waits for a webhook, and asks from time to time: it may be lost. */
  const untilOver = async (id) => {
    const told = new Promise((resolve) => waiting.set(id, resolve));
    for (let polls = 0; polls < pollsMax; polls++) {
      const job = (await Promise.race([told, sleep(15_000)])) ?? (await call('GET', `status/${id}`));
      if (terminal.includes(job.status)) return job;
    }
    await call('POST', `cancel/${id}`);
    throw new Error(`job ${id} took too long, and was cancelled`);
  };

  const result = async (input) => {
    const { id } = await call('POST', 'run', { input, webhook: webhookUrl });
    const job = await untilOver(id);
    if (job.status !== 'COMPLETED') throw new Error(`${id}: ${job.status} ${job.error ?? ''}`);
    return job.output;
  };

  const enlarged = [];
  for (const prompt of prompts) enlarged.push(await result({ enlarge: await result({ prompt }) }));
  return enlarged;
};
