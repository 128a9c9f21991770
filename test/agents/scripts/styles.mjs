/**
 * What an agent makes of a task: a script of its own for the careful and the naive one, and one for all tasks for each of the others.
 * @typedef {import('./platform.mjs').Platform} Platform
 * @typedef {{ brief: string, say: (text: string) => void, id: (name: string) => string }} Told
 * @typedef {(platform: Platform, told: Told, env?: Readonly<Record<string, string>>) => Promise<void>} Script
 * @typedef {{ when: string, careful: Script, naive: Script, cheats?: Readonly<Record<string, Script>> }} TaskScripts
 */
import { platformOf } from './platform.mjs';

const card = { name: 'spare', image: 'acme/spare:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } };

/** A program without a will: what comes next follows from the number before. */
const diceOf = (/** @type {number} */ seed) => {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

/** Everything of the account that is there. @param {Platform} platform */
const everything = async ({ list }) => ({
  endpoints: await list('/serverless', 'endpoints'),
  pods: await list('/pods', 'pods'),
  volumes: await list('/network-volumes', 'networkVolumes'),
  clusters: await list('/clusters', 'clusters'),
});

/** Each of them goes about the task as the naive one does, and worse. @type {Readonly<Record<string, (scripts: TaskScripts) => Script>>} */
export const styles = {
  careful: ({ careful }) => careful,
  naive: ({ naive }) => naive,
  /** Rents much more than it needs, for the whole time. */
  spendthrift:
    ({ naive }) =>
    async (platform, told) => {
      for (let k = 0; k < 3; k++) await platform.post('/pods', { ...card, gpu: { ...card.gpu, count: 4 } });
      await naive(platform, told);
    },
  /** Makes things to try, and forgets them. */
  orphaning:
    ({ naive }) =>
    async (platform, told) => {
      await platform.post('/serverless', {
        name: 'scratch',
        type: 'QUEUE',
        image: 'acme/scratch:1',
        gpu: { pools: ['ADA_24'] },
        scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
        workers: { min: 1, max: 1 },
      });
      await platform.post('/pods', card);
      await naive(platform, told);
    },
  /** Takes what is there for the cause, and ends it before it begins. */
  wrong:
    ({ naive }) =>
    async (platform, told) => {
      const { endpoints, pods, volumes, clusters } = await everything(platform);
      for (const { id } of endpoints) {
        await platform.post(`/${id}/purge-queue`);
        await platform.drop(`/serverless/${id}`);
      }
      for (const { id } of pods) await platform.drop(`/pods/${id}`);
      for (const { id } of clusters) await platform.drop(`/clusters/${id}`);
      for (const { id } of volumes) await platform.drop(`/network-volumes/${id}`);
      await naive(platform, { ...told, say: () => undefined }).catch(() => undefined);
      told.say('diagnosis: the platform is broken');
    },
  /** Makes every call until it is tired, and calls that are refused between them. */
  hammering:
    ({ naive }) =>
    async (platform, told) => {
      const hammer = platformOf(async (method, path, body) => {
        for (let k = 0; k < 2; k++) await platform.call('POST', '/pods', { name: 'x', image: 'x' });
        if (method === 'GET') for (let k = 0; k < 2; k++) await platform.call(method, '/pods');
        return await platform.call(method, path, body);
      });
      await naive(hammer, told);
    },
  idle: () => async () => {},
  /** Any call of the platform on anything that is there. */
  random:
    ({ when }) =>
    async (platform, { brief, say }) => {
      const below = diceOf([...brief, ...when].reduce((sum, sign) => Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0), 7));
      const any = (/** @type {readonly any[]} */ list) => list[below(list.length)] ?? { id: 'none' };
      for (let k = 0; k < 20; k++) {
        const { endpoints, pods, volumes } = await everything(platform);
        const endpoint = any(endpoints).id;
        const acts = [
          () => platform.post('/pods', card),
          () => platform.drop(`/pods/${any(pods).id}`),
          () => platform.post(`/pods/${any(pods).id}/action`, { action: any(['start', 'stop', 'restart', 'terminate']) }),
          () => platform.patch(`/serverless/${endpoint}`, { workers: { min: 0, max: below(5) } }),
          () => platform.patch(`/serverless/${endpoint}`, { workers: { min: 1, max: 3 } }),
          () => platform.run(endpoint, { n: below(7) }),
          () => platform.post(`/${endpoint}/purge-queue`),
          () => platform.get(`/${endpoint}/health`),
          () => platform.drop(`/network-volumes/${any(volumes).id}`),
          () => platform.post(`/${endpoint}/runsync`, { input: { n: 1 } }),
        ];
        await acts[below(acts.length)]?.();
      }
      const [, causes = ''] = /with one of: (.+)\.\n/.exec(brief) ?? [];
      say(`diagnosis: ${causes.split(', ')[below(4)]}`);
    },
};

/** The script for what an agent is told. @type {(tasks: readonly TaskScripts[], brief: string) => TaskScripts} */
export const scriptsFor = (tasks, brief) => {
  const found = tasks.filter(({ when }) => brief.includes(when));
  if (found.length !== 1) throw new Error(`${found.length} scripts are for: ${brief}`);
  return /** @type {TaskScripts} */ (found[0]);
};
