// Starts three pods at once, waits until all of them run, and deletes them when the work is done.
// It has a mistake: see docs/exploring.md, and podBatch.mended.mjs.

const names = ['batch-1', 'batch-2', 'batch-3'];

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, sleep }) => {
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };

  const start = (name) => call('POST', 'pods', { name, image: 'batch:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } });

  const untilRunning = async ({ id }) => {
    for (let polls = 0; polls < 60; polls++) {
      const pod = await call('GET', `pods/${id}`);
      if (pod.status === 'RUNNING') return;
      if (pod.status === 'ERROR') throw new Error(`pod ${id} did not start`);
      await sleep(5_000);
    }
    throw new Error(`pod ${id} took too long to start`);
  };

  const pods = await Promise.all(names.map(start));
  await Promise.all(pods.map(untilRunning));
  // The work itself.
  await sleep(60_000);
  await Promise.all(pods.map(({ id }) => call('DELETE', `pods/${id}`)));
  return 'done';
};
