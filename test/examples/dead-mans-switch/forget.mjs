// Rents a GPU, forgets it in one of five ways, and runs a watchdog six hours later: see docs/dead-mans-switch.md.
// node forget.mjs WAY COMMAND...
import { spawnSync } from 'node:child_process';

const { PODSIM_URL: url, PODSIM_API_KEY: apiKey } = process.env;
const [way, ...command] = process.argv.slice(2);
const train = { name: 'train', image: 'acme/train:1', gpu: { id: 'NVIDIA L4' }, mounts: { persistent: { size: 100, path: '/data' } } };

/** The status and the body of an answer; status 0 where none came. */
const call = async (method, path, body) => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${url}${path}`, sent).catch(() => undefined);
  return { status: answer?.status ?? 0, body: await answer?.json().catch(() => undefined) };
};
const control = (path, body) => call('POST', `/_podsim/v1/${path}`, body);
const rent = () => call('POST', '/v2/pods', train);
const env = { ...process.env };

const ways = {
  // Nothing ends what it began.
  'session-dies': rent,
  // The program in it ends the machine, as it thinks; what ran was a container.
  'shut-down-inside': async () => {
    const { body } = await rent();
    await control('clock/advance', { by: '2m' });
    await control(`pods/${body?.id}/output`, { lines: ['shutdown -h now', 'bash: shutdown: command not found'] });
  },
  // The watchdog may look, and not act.
  'key-may-only-read': async () => {
    await rent();
    const { body } = await control('keys', { name: 'watchdog', permissions: { pods: 'read' } });
    env.PODSIM_API_KEY = body.key;
  },
  // It asks again, as clients do after a timeout, and knows of one pod.
  'create-times-out': async () => {
    for (let tries = 0; tries < 3 && (await rent()).status !== 201; tries++);
  },
  // A pod that is stopped keeps its disk, which costs more than before.
  'stop-is-not-terminate': async () => {
    const { body } = await rent();
    await control('clock/advance', { by: '2m' });
    await call('POST', `/v2/pods/${body?.id}/action`, { action: 'stop' });
  },
};

if (ways[way] === undefined || command.length === 0) {
  console.error(`usage: node forget.mjs ${Object.keys(ways).join('|')} COMMAND...`);
  process.exit(2);
}
await ways[way]();
await control('clock/advance', { by: '6h' });
const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit', env });
process.exitCode = status ?? 1;
