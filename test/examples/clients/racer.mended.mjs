// Asks a model, and takes another answer if it takes too long: racer.mjs without its mistakes.

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint }) => {
  const call = async (path, body, signal) => {
    const response = await fetch(`${url}/v2/${endpoint}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  // The platform waits for as long, and then gives the id of the job, which is cancelled. The signal is for when no answer comes at all.
  const job = await call('runsync?wait=10000', { input: { prompt: 'a cat' } }, AbortSignal.timeout(30_000));
  if (job.status === 'COMPLETED') return job.output;
  if (job.status === 'IN_QUEUE' || job.status === 'IN_PROGRESS') await call(`cancel/${job.id}`);
  return 'a cat from last week';
};
