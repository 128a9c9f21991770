// Asks a model for two answers, one after the other: poller.mjs without its mistake.

const prompts = ['a cat', 'a dog'];
const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
const pollsMax = 60;

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

  /** Polls a job until it is over; after so many polls, cancels it. */
  const poll = async (id) => {
    for (let polls = 0; polls < pollsMax; polls++) {
      const job = await call('GET', `status/${id}`);
      if (terminal.includes(job.status)) return job;
      await sleep(5_000);
    }
    await call('POST', `cancel/${id}`);
    throw new Error(`job ${id} took too long, and was cancelled`);
  };

  const ask = async (prompt) => {
    // Waits for up to 10 seconds. Most jobs are over by then.
    const answer = await call('POST', 'runsync?wait=10000', { input: { prompt } });
    const job = terminal.includes(answer.status) ? answer : await poll(answer.id);
    if (job.status !== 'COMPLETED') throw new Error(`${prompt}: ${job.status} ${job.error ?? ''}`);
    return job.output;
  };

  const answers = [];
  for (const prompt of prompts) answers.push(await ask(prompt));
  return answers;
};
