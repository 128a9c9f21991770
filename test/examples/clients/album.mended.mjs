// Has three pictures drawn, and each of them framed as soon as it is there. Webhooks tell when that is: album.mjs without its mistakes.

const prompts = ['a cat', 'a dog', 'a cow'];
const terminal = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
const looksMax = 120;

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

  /** The jobs that are over, by their ids: a webhook may come twice, in any order, or not at all. */
  const over = new Map();
  const note = (job) => {
    if (terminal.includes(job.status)) over.set(job.id, job);
  };
  onWebhook(async (request) => note(await request.json()));

  const drawn = [];
  for (const prompt of prompts) drawn.push((await call('POST', 'run', { input: { prompt }, webhook: webhookUrl })).id);
  const framed = new Map();
  for (let looks = 1; framed.size < drawn.length; looks++) {
    for (const id of drawn.filter((one) => over.has(one) && !framed.has(one))) {
      const { status } = over.get(id);
      if (status !== 'COMPLETED') throw new Error(`of ${drawn.join(', ')}: ${id} is ${status}`);
      framed.set(id, (await call('POST', 'run', { input: { frame: id } })).id);
    }
    if (looks > looksMax) throw new Error(`of ${drawn.join(', ')}, only ${framed.size} were framed`);
    await sleep(10_000);
    if (looks % 6 === 0) for (const id of drawn.filter((one) => !over.has(one))) note(await call('GET', `status/${id}`));
  }
  return [...framed.values()];
};
