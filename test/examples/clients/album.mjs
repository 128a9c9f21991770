// Has three pictures drawn, and each of them framed as soon as it is there. Webhooks tell when that is.
// It has mistakes: see docs/exploring.md, and album.mended.mjs.

const prompts = ['a cat', 'a dog', 'a cow'];

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

  const drawn = [];
  const framed = [];
  let webhooks = 0;
  let failure;
  onWebhook(async () => {
    // Pictures are drawn in the order of their jobs.
    const id = drawn[webhooks++];
    if (id === undefined) return;
    try {
      framed.push((await call('POST', 'run', { input: { frame: id } })).id);
    } catch (error) {
      failure = error;
    }
  });
  for (const prompt of prompts) drawn.push((await call('POST', 'run', { input: { prompt }, webhook: webhookUrl })).id);
  for (let looks = 0; framed.length < prompts.length; looks++) {
    if (failure !== undefined) throw failure;
    if (looks > 120) throw new Error(`of ${drawn.join(', ')}, only ${framed.length} were framed`);
    await sleep(10_000);
  }
  return framed;
};
