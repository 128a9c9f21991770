// Ends the GPUs that are forgotten. It has mistakes: see docs/dead-mans-switch.md, and watchdog.mended.mjs.
const { PODSIM_URL: url, PODSIM_API_KEY: apiKey } = process.env;
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

const { pods = [] } = await (await fetch(`${url}/v2/pods`, { headers })).json();
const forgotten = pods.find(({ name, status }) => name === 'train' && status === 'RUNNING');
// It takes one for all, stopped for ended, and any answer for yes.
if (forgotten !== undefined) await fetch(`${url}/v2/pods/${forgotten.id}/action`, { method: 'POST', headers, body: '{"action":"stop"}' });
