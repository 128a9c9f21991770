// Submits three jobs, and waits for each. `podsim exec` says in the environment where the server is.
import { setTimeout as pause } from 'node:timers/promises';

const { PODSIM_URL, PODSIM_API_KEY } = process.env;

const call = async (method, path, body) => {
  const headers = { authorization: `Bearer ${PODSIM_API_KEY}`, 'content-type': 'application/json' };
  const response = await fetch(`${PODSIM_URL}/v2/ep-a/${path}`, { method, headers, body: JSON.stringify(body) });
  return response.json();
};

for (const input of [{ give: 'hello' }, { error: 'no such prompt' }, { chunks: ['a', 'b'] }]) {
  let job = await call('POST', 'run', { input });
  while (job.status === 'IN_QUEUE' || job.status === 'IN_PROGRESS') {
    await pause(50);
    job = await call('GET', `status/${job.id}`);
  }
  console.log(job.status, job.output ?? JSON.parse(job.error).error_message);
}
