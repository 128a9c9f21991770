// Submits a job, and shows its status until it is over.
// It has a mistake: see docs/exploring.md, and watcher.mended.mjs.

const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint }) => {
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
  // As soon as it is over, this says so.
  while (!terminal.includes(job.status)) job = await call('GET', `status/${job.id}`);
  return job.status;
};
