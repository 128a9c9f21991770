// Asks a model for an answer: impatient.mjs without its mistake.

const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
const triesMax = 6;

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  /** Tries again what may pass, and not before the time that the platform gives. */
  const call = async (method, path, body) => {
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${url}/v2/${endpoint}/${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) return response.json();
      const mayPass = response.status === 429 || response.status >= 500;
      const why = `${method} ${path}: ${response.status} ${await response.text()}`;
      if (!mayPass || tries === triesMax) throw new Error(why);
      await sleep(Math.max(Number(response.headers.get('retry-after') ?? 0), 5 * tries) * 1_000);
    }
  };

  let job = await call('POST', 'runsync?wait=5000', { input: { prompt: 'a cat' } });
  for (let polls = 1; !terminal.includes(job.status); polls++) {
    if (polls > 120) job = await call('POST', `cancel/${job.id}`);
    else {
      await sleep(5_000);
      job = await call('GET', `status/${job.id}`);
    }
  }
  if (job.status !== 'COMPLETED') throw new Error(`${job.id} is ${job.status}`);
  return job.output;
};
