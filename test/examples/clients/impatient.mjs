// Asks a model for an answer.
// It has a mistake: see docs/exploring.md, and impatient.mended.mjs.

export default async ({ url, fetch, apiKey, endpoint }) => {
  const response = await fetch(`${url}/v2/${endpoint}/runsync?wait=5000`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: { prompt: 'a cat' } }),
  });
  if (!response.ok) throw new Error(`runsync: ${response.status} ${await response.text()}`);
  const { id, status, output } = await response.json();
  // It says so, and its caller knows: but a worker that starts takes longer than this, so it never has an answer.
  if (status !== 'COMPLETED') throw new Error(`${id} is ${status}`);
  return output;
};
