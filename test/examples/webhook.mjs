// Receives the webhook of a job: npx podsim exec --webhooks http://127.0.0.1:9000 -- node webhook.mjs
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const receiver = createServer(async (request, answer) => {
  const { status, output } = await json(request);
  answer.end();
  console.log(request.url, status, output);
  receiver.close();
}).listen(9000, '127.0.0.1');

const { RUNPOD_ENDPOINT_BASE_URL, PODSIM_API_KEY } = process.env;
const call = async (path, asked = {}) => {
  const headers = { authorization: `Bearer ${PODSIM_API_KEY}`, 'content-type': 'application/json' };
  return (await fetch(`${RUNPOD_ENDPOINT_BASE_URL}/ep-demo/${path}`, { headers, ...asked })).json();
};
const body = JSON.stringify({ input: { prompt: 'hi' }, webhook: 'http://127.0.0.1:9000/done' });
const job = await call('run', { method: 'POST', body });
// Each poll lets the clock jump to the next change.
while ((await call(`status/${job.id}`)).status !== 'COMPLETED');
