// Which Python runs the platform's own SDK, and where it finds it.
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const { PYTHON = 'python3', RUNPOD_PYTHON = '', PYTHONPATH = '' } = process.env;

/** What a process needs to import the SDK: a checkout goes before one that is installed. */
export const environment = {
  PYTHONPATH: [RUNPOD_PYTHON, fileURLToPath(new URL('debian', import.meta.url)), PYTHONPATH].filter((path) => path !== '').join(delimiter),
};

/** The command line of a worker. */
export const worker = (...args) => [PYTHON, '-u', ...args].join(' ');

/** Why the SDK cannot be run, and what to install; undefined if it can. */
export const lacking = () => {
  const { error, stderr, status } = spawnSync(PYTHON, ['-c', 'import runpod.serverless'], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (status === 0) return undefined;
  const [, missing] = /No module named '([\w.]+)'/.exec(stderr ?? '') ?? [];
  if (error !== undefined) return `there is no ${PYTHON}: install Python 3, or set PYTHON to the path of one.`;
  if (missing === undefined) return `${PYTHON} cannot import it:\n${stderr}`;
  if (missing.startsWith('runpod') && RUNPOD_PYTHON !== '') return `${RUNPOD_PYTHON} is no checkout of runpod/runpod-python.`;
  return `${PYTHON} has no module ${missing}.`;
};

export const howToInstall = `Either of these is enough:
- with pip: \`pip install runpod\`, and PYTHON=… where that is another interpreter than python3;
- a checkout of github.com/runpod/runpod-python, named by RUNPOD_PYTHON=DIR, and the packages that it imports. On Debian 12:
  apt-get install python3-requests python3-aiohttp python3-fastapi uvicorn python3-backoff python3-boto3 python3-colorama
    python3-cpuinfo python3-cryptography python3-paramiko python3-prettytable python3-psutil python3-tomli python3-tomlkit
    python3-tqdm python3-watchdog
  Two are not packaged there. Put the folders aiohttp_retry and tqdm_loggable of github.com/inyutin/aiohttp_retry and
  github.com/tradingstrategy-ai/tqdm-loggable on PYTHONPATH, and set PYTHON=/usr/bin/python3 if another goes before it.
`;
