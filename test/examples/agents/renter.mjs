// An agent for the task orphaned-pod: it rents a pod, waits until it runs, and leaves nothing behind.
const { PODSIM_URL, PODSIM_API_KEY } = process.env;
const headers = { authorization: `Bearer ${PODSIM_API_KEY}`, 'content-type': 'application/json' };
const call = async (method, path, body) => {
  const answer = await fetch(`${PODSIM_URL}/v2${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.status === 204 ? undefined : answer.json();
};

const pod = await call('POST', '/pods', { name: 'train', image: 'acme/train:1', gpu: { id: 'NVIDIA GeForce RTX 4090' } });
while ((await call('GET', `/pods/${pod.id}`)).status !== 'RUNNING');
await call('DELETE', `/pods/${pod.id}`);
