// Has two pictures drawn, one after the other, and each of them enlarged as soon as a webhook says that it is drawn.
// It has mistakes: see docs/exploring.md, and enlarger.mended.mjs.

const prompts = ['a cat', 'a dog'];
const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
const pollsMax = 60;

// It gives up where its work cannot be done, and says so: in up to two thirds of its runs.
export const mayGiveUp = '2/3';

export default async ({ url, fetch, apiKey, endpoint, sleep, webhookUrl, onWebhook }) => {
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/v2/${endpoint}/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  const untilOver = async (id) => {
    for (let polls = 0; polls < pollsMax; polls++) {
      const job = await call('GET', `status/${id}`);
      if (terminal.includes(job.status)) return job;
      await sleep(5_000);
    }
    await call('POST', `cancel/${id}`);
    throw new Error(`job ${id} took too long, and was cancelled`);
  };

  let drawn = () => undefined;
  onWebhook(async (request) => {
    const picture = await request.json();
    const { id } = await call('POST', 'run', { input: { enlarge: picture.output } });
    drawn(id);
  });

  const enlarged = [];
  for (const prompt of prompts) {
    const enlarging = new Promise((resolve) => {
      drawn = resolve;
    });
    await call('POST', 'run', { input: { prompt }, webhook: webhookUrl });
    enlarged.push(await untilOver(await enlarging));
  }
  return enlarged;
};
