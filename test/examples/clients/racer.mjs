// Asks a model, and takes another answer if it takes too long.
// It has mistakes: see docs/exploring.md, and racer.mended.mjs.

export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  const ask = async (prompt) => {
    const response = await fetch(`${url}/v2/${endpoint}/runsync?wait=60000`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: { prompt } }),
    });
    return response.json();
  };

  const first = await Promise.race([ask('a cat'), sleep(10_000)]);
  return first?.output ?? 'a cat from last week';
};
