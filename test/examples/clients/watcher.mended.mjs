// Submits a job, and shows its status until it is over: watcher.mjs without its mistake.

const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/v2/${endpoint}/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  let job = await call('POST', 'run', { input: { prompt: 'a cat' } });
  for (let polls = 1; !terminal.includes(job.status); polls++) {
    if (polls > 60) {
      await call('POST', `cancel/${job.id}`);
      throw new Error(`job ${job.id} took too long, and was cancelled`);
    }
    // Longer and longer, up to half a minute.
    await sleep(Math.min(30_000, 1_000 * polls));
    job = await call('GET', `status/${job.id}`);
  }
  return job.status;
};
