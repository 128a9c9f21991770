const pod = { name: 'p', image: 'acme/train:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } };

/** @type {readonly import('./styles.mjs').TaskScripts[]} */
export const first = [
  {
    when: 'Rent a pod with one RTX 4090',
    async careful({ post, running, drop }) {
      const { id } = await post('/pods', pod);
      await running(id);
      await drop(`/pods/${id}`);
    },
    // A stopped pod still pays for its disk, and is left.
    async naive({ post, running }) {
      const { id } = await post('/pods', pod);
      await running(id);
      await post(`/pods/${id}/action`, { action: 'stop' });
    },
  },
  {
    when: 'do six jobs',
    async careful({ run, ended }) {
      const ids = [];
      for (let n = 1; n <= 6; n++) ids.push(await run('render', { n }));
      for (const id of ids) await ended('render', id);
    },
    // Keeps a worker up for those that may come.
    async naive({ run, completed, patch }) {
      await patch('/serverless/render', { workers: { min: 1, max: 3 } });
      for (let n = 1; n <= 6; n++) await run('render', { n });
      await completed('render', 6);
    },
  },
  {
    when: 'jobs of the endpoint `train` wait',
    async careful({ get, patch, completed }, { say }) {
      const { workers } = await get('/serverless/train');
      if (workers.max === 0) await patch('/serverless/train', { workers: { max: 1 } });
      await completed('train', 6);
      say('looked at the limits of the endpoint\ndiagnosis: no worker may start');
    },
    async naive({ patch, completed }, { say }) {
      await patch('/serverless/train', { workers: { max: 3 } });
      await completed('train', 6);
      say('diagnosis: every worker crashes');
    },
  },
];
