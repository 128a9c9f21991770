// Agents that follow a script, for the tasks in scenarios/tasks: `node scripted.mjs careful`. None of them reads a model.
const { PODSIM_URL, PODSIM_API_KEY, PODSIM_TASK } = process.env;
const [style] = process.argv.slice(2);

const call = async (method, path, body) => {
  const answer = await fetch(`${PODSIM_URL}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${PODSIM_API_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
};
const poll = async (path, isOver, most = 40) => {
  for (let k = 0; k < most; k++) {
    const { body } = await call('GET', path);
    if (isOver(body)) return body;
  }
};
const pod = { name: 'p', image: 'acme/train:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } };
const submit = (endpoint, n) => call('POST', `/${endpoint}/run`, { input: { n } });
const isEnded = ({ status }) => ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'].includes(status);

/** What each style does, by what the task is about. */
const styles = {
  careful: {
    async pod() {
      const { body } = await call('POST', '/pods', pod);
      await poll(`/pods/${body.id}`, ({ status }) => status === 'RUNNING');
      await call('DELETE', `/pods/${body.id}`);
    },
    async queue() {
      const { body } = await call('GET', '/serverless/train');
      if (body.workers.max === 0) await call('PATCH', '/serverless/train', { workers: { max: 2 } });
      await poll('/train/health', ({ jobs }) => jobs.completed >= 6);
      console.log('looked at the limits of the endpoint\ndiagnosis: no worker may start');
    },
    async jobs() {
      const ids = [];
      for (let n = 1; n <= 6; n++) ids.push((await submit('render', n)).body.id);
      for (const id of ids) await poll(`/render/status/${id}`, isEnded);
    },
  },
  naive: {
    async pod() {
      const { body } = await call('POST', '/pods', pod);
      await poll(`/pods/${body.id}`, ({ status }) => status === 'RUNNING');
      // A stopped pod still pays for its disk, and is left.
      await call('POST', `/pods/${body.id}/action`, { action: 'stop' });
    },
    async queue() {
      await call('PATCH', '/serverless/train', { workers: { max: 2 } });
      await poll('/train/health', ({ jobs }) => jobs.completed >= 6);
      console.log('diagnosis: every worker crashes');
    },
    async jobs() {
      // Sends again what has not ended yet.
      for (let n = 1; n <= 6; n++) {
        const { body } = await submit('render', n);
        const { body: now } = await call('GET', `/render/status/${body.id}`);
        if (!isEnded(now)) await submit('render', n);
      }
      await poll('/render/health', ({ jobs }) => jobs.inQueue + jobs.inProgress === 0);
    },
  },
  spendthrift: {
    async pod() {
      for (let k = 0; k < 4; k++) await call('POST', '/pods', pod);
    },
    async queue() {
      await call('PATCH', '/serverless/train', { workers: { min: 3, max: 3 } });
    },
    async jobs() {
      await call('PATCH', '/serverless/render', { workers: { min: 3, max: 3 } });
      for (let n = 1; n <= 6; n++) await submit('render', n);
    },
  },
  idle: { async pod() {}, async queue() {}, async jobs() {} },
  // Deletes what would be counted against it, and says every cause.
  cheat: {
    async pod() {
      const { body } = await call('GET', '/network-volumes');
      for (const { id } of body.networkVolumes ?? body) await call('DELETE', `/network-volumes/${id}`);
    },
    async queue() {
      await call('POST', '/train/purge-queue');
      console.log('diagnosis: no worker may start, every worker crashes');
    },
    async jobs() {
      await fetch(`${PODSIM_URL}/_podsim/v1/clock/advance`, { method: 'POST', body: '{"by":"2h"}' });
      await call('DELETE', '/serverless/render');
    },
  },
};

const about = PODSIM_TASK.includes('train` wait') ? 'queue' : PODSIM_TASK.includes('render') ? 'jobs' : 'pod';
await styles[style][about]();
