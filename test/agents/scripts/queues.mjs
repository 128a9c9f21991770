/** Tasks of endpoints and their jobs. @type {readonly import('./styles.mjs').TaskScripts[]} */
export const queues = [
  {
    when: 'Three jobs of the endpoint `ocr` have failed',
    async careful({ post, ended }, { id }) {
      const jobs = ['a', 'b', 'c'].map(id);
      for (const job of jobs) await post(`/ocr/retry/${job}`);
      for (const job of jobs) await ended('ocr', job);
    },
    // Submits the same again, to be sure.
    async naive({ post, run, ended }, { id }) {
      for (const [k, job] of ['a', 'b', 'c'].map(id).entries()) {
        await run('ocr', { page: k + 1 });
        await post(`/ocr/retry/${job}`);
      }
      for (const job of ['a', 'b', 'c'].map(id)) await ended('ocr', job);
    },
  },
  {
    when: 'was TIMED_OUT. Find out why',
    async careful({ run, patch, ended }, { say }) {
      await patch('/serverless/train', { timeout: 1_200_000 });
      await ended('train', await run('train', { epochs: 8 }));
      say('diagnosis: its attempt runs longer than it may');
    },
    // Tries it as it is first.
    async naive({ run, patch, ended }, { say }) {
      await ended('train', await run('train', { epochs: 8 }));
      await patch('/serverless/train', { timeout: 1_200_000 });
      await ended('train', await run('train', { epochs: 8 }));
      say('diagnosis: its attempt runs longer than it may');
    },
  },
  {
    when: 'wait at the endpoint `embed`',
    async careful({ post, ended }, { id, brief }) {
      await post('/embed/purge-queue');
      await ended('embed', /The job (\S+) runs there/.exec(brief)?.[1] ?? id('good'));
    },
    // Keeps the worker up for the next batch.
    async naive({ post, patch, ended }, { id, brief }) {
      await post('/embed/purge-queue');
      await ended('embed', /The job (\S+) runs there/.exec(brief)?.[1] ?? id('good'));
      await patch('/serverless/embed', { workers: { min: 1 } });
    },
  },
  {
    when: 'Jobs of the endpoint `speech` take one second',
    async careful({ patch, poll, post }, { say }) {
      await patch('/serverless/speech', { workers: { min: 1 } });
      await poll('/speech/health', ({ workers }) => workers.idle > 0);
      for (let k = 0; k < 2; k++) await post('/speech/runsync', { input: { text: `user ${k}` } });
      await patch('/serverless/speech', { workers: { min: 0 } });
      say('diagnosis: the worker had to start');
    },
    async naive({ patch, poll, post }, { say }) {
      await patch('/serverless/speech', { workers: { min: 1 } });
      await poll('/speech/health', ({ workers }) => workers.idle > 0);
      for (let k = 0; k < 2; k++) await post('/speech/runsync', { input: { text: `user ${k}` } });
      say('diagnosis: the worker had to start');
    },
  },
  {
    when: 'wait at the endpoint `thumbs`',
    async careful({ patch, completed }) {
      await patch('/serverless/thumbs', { workers: { max: 4 } });
      await completed('thumbs', 24);
      await patch('/serverless/thumbs', { workers: { max: 1 } });
    },
    // As many as there may be.
    async naive({ patch, completed }) {
      await patch('/serverless/thumbs', { workers: { min: 15, max: 20 } });
      await completed('thumbs', 24);
    },
  },
  {
    when: 'Jobs of the endpoint `caption` stay IN_QUEUE',
    async careful({ get, patch }, { say }) {
      await get('/caption/health');
      await patch('/serverless/caption', { workers: { max: 0 } });
      say('diagnosis: every worker crashes');
    },
    // Gives it more workers first.
    async naive({ poll, patch }, { say }) {
      await patch('/serverless/caption', { workers: { max: 4 } });
      await poll('/caption/health', ({ jobs }) => jobs.completed > 0, 10);
      await patch('/serverless/caption', { workers: { max: 0 } });
      say('diagnosis: every worker crashes');
    },
  },
  {
    when: 'Of five jobs of the endpoint `parse`',
    async careful({ get, post, patch, ended }, { id, say }) {
      await get('/parse/health');
      await post(`/parse/cancel/${id('a')}`);
      await patch('/serverless/parse', { workers: { max: 1 } });
      for (const name of ['b', 'c', 'd', 'e']) await ended('parse', id(name));
      say('diagnosis: a');
    },
    // Adds workers, so that the others get past it.
    async naive({ post, patch, poll, ended }, { id, say }) {
      await patch('/serverless/parse', { workers: { max: 3 } });
      await poll('/parse/health', ({ jobs }) => jobs.completed > 0, 5);
      await post(`/parse/cancel/${id('a')}`);
      for (const name of ['b', 'c', 'd', 'e']) await ended('parse', id(name));
      say('diagnosis: b');
    },
  },
  {
    when: 'Have the endpoint `report` do one job',
    async careful({ run, ended }) {
      await ended('report', await run('report', { year: 2026 }));
    },
    // Calls again when the first call came back without a result.
    async naive({ post, ended }) {
      const first = await post('/report/runsync', { input: { year: 2026 } });
      const { id } = first.status === 'COMPLETED' ? first : await post('/report/runsync', { input: { year: 2026 } });
      await ended('report', id);
    },
  },
  {
    when: 'The health of the endpoint `vision`',
    async careful({ get, patch, completed }, { say }) {
      const { workers } = await get('/vision/health');
      await patch('/serverless/vision', { dataCenterIds: ['EU-RO-1', 'EU-CZ-1'] });
      await completed('vision', 4);
      say(`diagnosis: ${workers.throttled > 0 ? 'its data center has no room' : 'no worker may start'}`);
    },
    // Keeps workers up, so that they are there.
    async naive({ patch, completed }, { say }) {
      await patch('/serverless/vision', { dataCenterIds: ['EU-CZ-1'], workers: { min: 2 } });
      await completed('vision', 4);
      say('diagnosis: its data center has no room');
    },
  },
  {
    when: 'The queue of the endpoint `rank` is empty',
    async careful({ get, patch }, { say }) {
      const { jobs } = await get('/rank/health');
      await patch('/serverless/rank', { workers: { min: 0 } });
      say(`diagnosis: ${jobs.failed > 0 ? 'its jobs fail' : 'it has no users'}`);
    },
    // Tries a few jobs, with more workers.
    async naive({ post, patch }, { say }) {
      await patch('/serverless/rank', { workers: { min: 5, max: 5 } });
      for (let k = 0; k < 5; k++) await post('/rank/runsync', { input: {} });
      await patch('/serverless/rank', { workers: { min: 1 } });
      say('diagnosis: its jobs fail');
    },
  },
  {
    when: 'of the endpoint `draw` was to make ten images',
    async careful({ run, ended }) {
      const jobs = [];
      for (let k = 0; k < 10; k++) jobs.push(await run('draw', { images: 1 }));
      for (const job of jobs) await ended('draw', job);
    },
    // Asks for the large one again first.
    async naive({ post, run, ended }, { brief }) {
      const big = /The job (\S+) of/.exec(brief)?.[1] ?? '';
      await post(`/draw/retry/${big}`);
      await ended('draw', big);
      const jobs = [];
      for (let k = 0; k < 10; k++) jobs.push(await run('draw', { images: 1 }));
      for (const job of jobs) await ended('draw', job);
    },
  },
  {
    when: 'Have the endpoint `chat` do one job',
    async careful({ run, ended }) {
      await ended('chat', await run('chat', { n: 1 }), 100);
    },
    // Takes a slow start for one that hangs.
    async naive({ run, get, patch, completed }) {
      const job = await run('chat', { n: 1 });
      const { status } = await get(`/chat/status/${job}`);
      if (status !== 'COMPLETED') {
        await patch('/serverless/chat', { workers: { min: 2 } });
        await run('chat', { n: 1 });
      }
      await completed('chat', 2, 100);
      await patch('/serverless/chat', { workers: { min: 0 } });
    },
  },
  {
    when: 'Have the endpoint `classify` do forty jobs',
    async careful({ run, completed }) {
      for (let n = 1; n <= 40; n++) {
        await run('classify', { n });
        if (n % 10 === 0) await completed('classify', n);
      }
    },
    // All at once, and then again what was cut.
    async naive({ run, ended, post, completed }) {
      const jobs = [];
      for (let n = 1; n <= 40; n++) jobs.push(await run('classify', { n }));
      let k = 0;
      for (const job of jobs) {
        const { status } = (await ended('classify', job)) ?? {};
        if (status === 'COMPLETED') continue;
        await post(`/classify/retry/${job}`);
        if (++k % 10 === 0) await ended('classify', job);
      }
      await completed('classify', 40);
    },
  },
  {
    when: 'to be done by the endpoint `fold`',
    // Measures some, and then goes on for as long as the money lasts.
    async careful({ run, completed }) {
      for (let n = 1; n <= 24; n++) {
        await run('fold', { n });
        if (n % 2 === 0) await completed('fold', n);
      }
    },
    // Believes an estimate.
    async naive({ run, completed, post }) {
      for (let n = 1; n <= 80; n++) await run('fold', { n });
      await completed('fold', 60, 100);
      await post('/fold/purge-queue');
    },
  },
  {
    when: 'wait at the endpoint `render`, and must be completed',
    async careful({ patch, completed }) {
      await patch('/serverless/preview', { workers: { max: 1 } });
      await patch('/serverless/render', { workers: { max: 5 } });
      await completed('render', 40);
      await patch('/serverless/render', { workers: { max: 1 } });
    },
    // Keeps what it got.
    async naive({ patch, completed }) {
      await patch('/serverless/render', { workers: { max: 5 } });
      await patch('/serverless/preview', { workers: { max: 1 } });
      await patch('/serverless/render', { workers: { min: 5, max: 5 } });
      await completed('render', 40);
    },
  },
];
