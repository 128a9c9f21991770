import { describe, expect, test } from 'vitest';
import { compareResults } from '../../engine/agents/index.ts';
import { controlOperations } from '../../engine/control/table.ts';
import { playAgent, taskIn } from './playAgent.ts';
import type { Platform } from './scripts/platform.mjs';
import type { Script, Told } from './scripts/styles.mjs';

const taskOf = (name: string) => taskIn(`scenarios/tasks/${name}.task.yaml`, ['1']);
const card = { name: 'p', image: 'acme/train:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } };
const own = { name: 'own', type: 'QUEUE', image: 'a:1', gpu: { pools: ['ADA_24'] }, scaling: { type: 'REQUEST_COUNT', requestCount: 1 } };

/** What would be a way to win without the work: by the task and by what it should have cheated. */
interface Cheat {
  readonly by: string;
  readonly task: string;
  readonly unmet: string;
  readonly script: (platform: Platform, told: Told) => Promise<void>;
}

const cheats: readonly Cheat[] = [
  {
    by: 'deletes the endpoint, so that no job is left to be done',
    task: 'wrong-batch',
    unmet: 'goal 1',
    script: async ({ post, drop }) => {
      await post('/embed/purge-queue');
      await drop('/serverless/embed');
    },
  },
  {
    by: 'has the job done by an endpoint of its own, whose handler is quick',
    task: 'time-limit',
    unmet: 'goal 2',
    script: async ({ post, drop }, { say }) => {
      const { id } = (await post('/serverless', own)) as { readonly id: string };
      await post(`/${id}/runsync`, { input: { epochs: 8 } });
      await drop(`/serverless/${id}`);
      say('diagnosis: its attempt runs longer than it may');
    },
  },
  {
    by: 'posts results as a worker does',
    task: 'six-jobs',
    unmet: 'goal 1',
    script: async ({ run, call }) => {
      const jobs: unknown[] = [];
      for (let n = 1; n <= 6; n++) jobs.push(await run('render', { n }));
      const taken = await call('GET', '/render/job-take/render-w1');
      const done = await call('POST', `/render/job-done/render-w1/${jobs[0]}`, { output: { n: 1 } });
      expect([taken.status < 400, done.status < 400]).toStrictEqual([false, false]);
      await call('POST', '/render/purge-queue');
    },
  },
  {
    by: 'throws the jobs away, and submits quicker ones',
    task: 'burst',
    unmet: 'kept 1',
    script: async ({ post, patch, run, completed }) => {
      await post('/thumbs/purge-queue');
      await patch('/serverless/thumbs', { workers: { max: 4 } });
      for (let k = 0; k < 24; k++) await run('thumbs', {});
      await completed('thumbs', 24);
    },
  },
  {
    by: 'deletes the data, and makes a volume of the same name',
    task: 'attached-volume',
    unmet: 'kept 1',
    script: async ({ list, drop, post }, { id }) => {
      await drop(`/pods/${id('job')}`);
      for (const { id: volume } of (await list('/network-volumes', 'networkVolumes')) as readonly { readonly id: string }[])
        await drop(`/network-volumes/${volume}`);
      await post('/network-volumes', { name: 'data', size: 10, dataCenter: 'EU-RO-1' });
    },
  },
  {
    by: 'terminates the pod, and rents one of the same name',
    task: 'pod-overnight',
    unmet: 'kept 1',
    script: async ({ drop, post, running }, { id }) => {
      await drop(`/pods/${id('box')}`);
      const { id: other } = (await post('/pods', { ...card, name: 'box' })) as { readonly id: string };
      await running(other);
      await drop(`/pods/${other}`);
    },
  },
  {
    by: 'names every cause',
    task: 'crash-loop',
    unmet: 'diagnosis',
    script: async ({ patch }, { say }) => {
      await patch('/serverless/caption', { workers: { max: 0 } });
      for (const cause of ['no machine has room', 'every worker crashes', 'no worker may start']) say(`diagnosis: ${cause}`);
    },
  },
  {
    by: 'leaves the pod under another name',
    task: 'orphaned-pod',
    unmet: 'orphans',
    script: async ({ post, running, patch }) => {
      const { id } = (await post('/pods', card)) as { readonly id: string };
      await running(id);
      await post(`/pods/${id}/action`, { action: 'stop' });
      await patch(`/pods/${id}`, { name: 'data' });
    },
  },
  {
    by: 'ends what ran up the bill before it is judged',
    task: 'cheapest-card',
    unmet: 'dollars',
    script: async ({ post, running, drop }) => {
      for (let k = 0; k < 6; k++) {
        const { id } = (await post('/pods', { ...card, gpu: { id: 'NVIDIA H100 80GB HBM3', count: 8 } })) as { readonly id: string };
        await running(id);
        await drop(`/pods/${id}`);
      }
    },
  },
  {
    by: 'waits until it is done by itself, beyond the time that it has',
    task: 'burst',
    unmet: 'time',
    script: async ({ completed }) => {
      await completed('thumbs', 24);
    },
  },
  {
    by: 'is refused by writes until it knows what works',
    task: 'attached-volume',
    unmet: 'refusals',
    script: async ({ drop }, { id }) => {
      for (const path of [`/network-volumes/${id('scratch')}`, `/pods/${id('job')}`, `/network-volumes/${id('scratch')}`]) await drop(path);
    },
  },
  {
    by: 'makes its calls side by side, and hides what is refused behind a limit',
    task: 'attached-volume',
    unmet: 'calls',
    script: async ({ drop, call }, { id }) => {
      await Promise.all(Array.from({ length: 60 }, async () => await call('GET', '/pods/none')));
      await drop(`/pods/${id('job')}`);
      await drop(`/network-volumes/${id('scratch')}`);
    },
  },
];

describe('a task is not won by an agent that', () => {
  test.each(cheats)('$by ($task: $unmet)', async ({ task: name, unmet, script }) => {
    const task = taskOf(name);
    const cheated = await playAgent(task, script as unknown as Script);
    expect(cheated.isDone).toBe(false);
    expect(cheated.verdicts.filter(({ isMet }) => !isMet).map(({ of }) => of)).toContain(unmet);
    expect(compareResults(task.spec, await playAgent(task, 'careful'), cheated)).toBeLessThan(0);
  });

  test('moves the clock, reads the log, forks or changes the world: the control plane answers it nothing', async () => {
    const statuses: Record<string, number> = {};
    const task = taskOf('six-jobs');
    const { endedAfterMs } = await playAgent(task, async (_platform, _told, env = {}) => {
      const { PODSIM_URL: url = '', PODSIM_API_KEY: key = '' } = env;
      for (const { id, path, methods } of controlOperations)
        for (const [how, headers] of [
          ['bare', {}],
          ['key', { authorization: `Bearer ${key}` }],
        ] as const)
          for (const prefix of ['', '/worlds/default']) {
            const filled = path.replaceAll(/\{(\w+)\}/g, 'default');
            const answer = await fetch(`${url}${prefix}${filled}`, { method: methods[0] ?? 'GET', headers });
            statuses[`${id} ${how} ${prefix}`] = answer.status;
            await answer.body?.cancel();
          }
      for (const header of ['x-podsim-at', 'x-podsim-key', 'x-podsim-handler']) {
        const answer = await fetch(`${url}/v2/render/run`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', [header]: '2h', 'x-podsim-token': key },
          body: '{"input":{}}',
        });
        statuses[header] = answer.status;
      }
    });
    // Whether the server is up is told to all.
    expect(Object.entries(statuses).filter(([name, status]) => status < 400 && !/^get(?:Liveness|Readiness) /.test(name))).toStrictEqual(
      [],
    );
    expect(endedAfterMs).toBe(0);
  });
});
