// Submits a few jobs, and makes sure that each one is done.
// It has mistakes: see docs/exploring.md, and submitter.mended.mjs.

const inputs = [{ page: 1 }, { page: 2 }];

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  const call = (method, path, body) =>
    fetch(`${url}/v2/${endpoint}/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** Submits until it works. */
  const submit = async (input) => {
    for (;;) {
      const response = await call('POST', 'run', { input });
      if (response.ok) return (await response.json()).id;
      await sleep(500);
    }
  };

  const untilOver = async (id) => {
    for (;;) {
      const response = await call('GET', `status/${id}`);
      // A job that is not there yet is still starting.
      const { status } = response.status === 404 ? { status: 'IN_QUEUE' } : await response.json();
      if (status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED' || status === 'TIMED_OUT') return status;
      await sleep(5_000);
    }
  };

  /** Tries until the job is done. */
  const process = async (input) => {
    for (;;) {
      const id = await submit(input);
      if ((await untilOver(id)) === 'COMPLETED') return id;
    }
  };

  return Promise.all(inputs.map(process));
};
