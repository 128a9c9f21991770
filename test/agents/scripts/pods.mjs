const l4 = { name: 'new', image: 'acme/box:1', gpu: { id: 'NVIDIA L4', count: 1 } };
const pair = {
  name: 'pair-2',
  type: 'SLURM',
  image: 'acme/slurm:1',
  dataCenterIds: ['EU-CZ-1'],
  compute: { gpuTypeId: 'NVIDIA H100 80GB HBM3', gpuCountPerPod: 8, podCount: 2 },
};

/** Tasks of pods, clusters and volumes. @type {readonly import('./styles.mjs').TaskScripts[]} */
export const pods = [
  {
    when: 'The pod `box` is',
    async careful({ post, running }, { id }) {
      await post(`/pods/${id('box')}/action`, { action: 'start' });
      await running(id('box'));
      await post(`/pods/${id('box')}/action`, { action: 'stop' });
    },
    // Leaves it up.
    async naive({ post, running }, { id }) {
      await post(`/pods/${id('box')}/action`, { action: 'start' });
      await running(id('box'));
    },
  },
  {
    when: 'The cluster `pair` is',
    async careful({ post, poll, drop }, { id, say }) {
      await drop(`/clusters/${id('pair')}`);
      const made = await post('/clusters', pair);
      await poll(`/clusters/${made.id}`, ({ status }) => status === 'ACTIVE');
      await drop(`/clusters/${made.id}`);
      say('diagnosis: a member has lost its host');
    },
    // Ends the old one only when the new one is there, and leaves the new one.
    async naive({ post, poll, drop }, { id, say }) {
      const made = await post('/clusters', pair);
      await poll(`/clusters/${made.id}`, ({ status }) => status === 'ACTIVE');
      await drop(`/clusters/${id('pair')}`);
      say('diagnosis: a member has lost its host');
    },
  },
  {
    when: 'The pod `mine` is',
    async careful({ post, running, drop }, { id }) {
      await drop(`/pods/${id('batch')}`);
      await post(`/pods/${id('mine')}/action`, { action: 'start' });
      await running(id('mine'));
      await post(`/pods/${id('mine')}/action`, { action: 'stop' });
    },
    // Rents another one first, as the type is in stock, and forgets to stop the first.
    async naive({ post, running, drop }, { id }) {
      await post(`/pods/${id('mine')}/action`, { action: 'start' });
      const { id: other } = await post('/pods', l4);
      await running(other);
      await drop(`/pods/${other}`);
      await drop(`/pods/${id('batch')}`);
      await post(`/pods/${id('mine')}/action`, { action: 'start' });
      await running(id('mine'));
    },
  },
  {
    when: 'A model needs 40 GB on one GPU',
    async careful({ get, post, running }) {
      const { gpus } = await get('/catalog/gpus');
      const [best] = /** @type {any[]} */ (gpus)
        .filter(({ memory, secure, manufacturer }) => memory >= 40 && secure && manufacturer === 'NVIDIA')
        .sort((a, b) => a.price.secure - b.price.secure);
      const { id } = await post('/pods', { name: 'm', image: 'acme/model:1', gpu: { id: best.id, count: 1 } });
      await running(id);
    },
    // Takes what it has heard of.
    async naive({ post, running }) {
      const { id } = await post('/pods', { name: 'm', image: 'acme/model:1', gpu: { id: 'NVIDIA A100 80GB PCIe', count: 1 } });
      await running(id);
    },
  },
  {
    when: 'Sessions before you have left pods',
    async careful({ list, drop }) {
      for (const { id, name } of await list('/pods', 'pods')) if (name.startsWith('try-')) await drop(`/pods/${id}`);
    },
    // Looks at what runs first, and does the rest an hour later.
    async naive({ list, drop, post, running }) {
      for (const { id, name, status } of await list('/pods', 'pods'))
        if (name.startsWith('try-') && status === 'RUNNING') await drop(`/pods/${id}`);
      const { id: look } = await post('/pods', l4);
      await running(look);
      for (const { id, name } of await list('/pods', 'pods')) if (name.startsWith('try-')) await drop(`/pods/${id}`);
    },
  },
  {
    when: 'The network volume `scratch` is',
    async careful({ drop }, { id }) {
      await drop(`/pods/${id('job')}`);
      await drop(`/network-volumes/${id('scratch')}`);
    },
    // In the other order first.
    async naive({ drop }, { id }) {
      await drop(`/network-volumes/${id('scratch')}`);
      await drop(`/pods/${id('job')}`);
      await drop(`/network-volumes/${id('scratch')}`);
    },
  },
];
