// Rents a pod for a while. It tries again where the network fails, and deletes what it has rented whatever happens.
// It has a mistake: see docs/exploring.md, and renter.mended.mjs.

const name = 'rented';
const triesMax = 4;

export default async ({ url, fetch, apiKey, sleep }) => {
  const once = async (method, path, body) => {
    const response = await fetch(`${url}/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // What is to be deleted may be gone already.
    if (method === 'DELETE' && response.status === 404) return undefined;
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    throw Object.assign(new Error(`${method} ${path}: ${response.status} ${text}`), { retryAfter });
  };

  /** Whatever fails is tried again, a few times. */
  const call = async (...what) => {
    for (let tries = 1; ; tries++) {
      try {
        return await once(...what);
      } catch (error) {
        if (tries === triesMax) throw error;
        await sleep(Math.max(error.retryAfter ?? 0, 5 * tries) * 1_000);
      }
    }
  };

  const cleanUp = async () => {
    for (let rounds = 1; rounds <= 3; rounds++) {
      const { pods } = await call('GET', 'pods');
      const ours = pods.filter((pod) => pod.name === name);
      if (ours.length === 0) return;
      for (const { id } of ours) await call('DELETE', `pods/${id}`);
    }
  };

  try {
    await call('POST', 'pods', { name, image: 'batch:1', gpu: { id: 'NVIDIA L4', count: 1 } });
    // The work itself.
    await sleep(10 * 60_000);
  } finally {
    await cleanUp().catch((error) => {
      throw new Error(`a pod called ${name} may still run: ${error.message}`);
    });
  }
  return 'done';
};
