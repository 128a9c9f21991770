// Asks a model for two answers, one after the other.
// It has a mistake: see docs/exploring.md, and poller.mended.mjs.

const prompts = ['a cat', 'a dog'];

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

  /** Polls a job until it is done. */
  const poll = async (id) => {
    for (;;) {
      const job = await call('GET', `status/${id}`);
      if (job.status !== 'IN_QUEUE') return job;
      await sleep(5_000);
    }
  };

  const ask = async (prompt) => {
    // Waits for up to 10 seconds. Most jobs are done by then.
    const answer = await call('POST', 'runsync?wait=10000', { input: { prompt } });
    const job = answer.status === 'IN_QUEUE' ? await poll(answer.id) : answer;
    if (job.status === 'FAILED') throw new Error(`${prompt}: ${job.error}`);
    return job.output;
  };

  const answers = [];
  for (const prompt of prompts) answers.push(await ask(prompt));
  return answers;
};
