// Starts three pods, waits until all of them run, and deletes them whatever happens: podBatch.mjs without its mistake.

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
    // What is to be deleted may be gone already.
    if (response.status === 204 || (method === 'DELETE' && response.status === 404)) return undefined;
    if (response.ok) return response.json();
    const error = new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    throw Object.assign(error, { retryAfter: Number(response.headers.get('retry-after') ?? 0) });
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

  /**
   * Deletes every pod of this batch, also one whose creation got no answer: what exists is in the list, not in what was answered. A list may
   * lag behind what was created, so an empty one is believed only if it is empty again a minute and a half later.
   */
  const cleanUp = async () => {
    for (let tries = 1, empty = 0; ; tries++) {
      try {
        const { pods } = await call('GET', 'pods');
        const ours = pods.filter(({ name }) => names.includes(name));
        for (const { id } of ours) await call('DELETE', `pods/${id}`);
        empty = ours.length === 0 ? empty + 1 : 0;
        if (empty === 2) return;
        if (empty === 1) await sleep(90_000);
      } catch (error) {
        if (tries >= 10) throw new Error(`pods called ${names.join(', ')} may still run: ${error.message}`);
        await sleep(Math.max(error.retryAfter ?? 0, tries * 5) * 1_000);
      }
    }
  };

  try {
    // Not `all`: a pod that is still being created when another is refused would be missed.
    const started = await Promise.allSettled(names.map(start));
    const refused = started.find(({ status }) => status === 'rejected');
    if (refused !== undefined) throw refused.reason;
    for (const { value } of started) await untilRunning(value);
    // The work itself.
    await sleep(60_000);
  } finally {
    await cleanUp();
  }
  return 'done';
};
