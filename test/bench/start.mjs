// The cost of a start, in CPU time of all threads, compared with `node -e 0` and with a bare Express.
// `npm run bench -- start` measures this alone.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

const rounds = 15;

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const importing = (...names) => ['--input-type=module', '-e', names.map((name) => `import '${name}';`).join('')];

const podsim = at('dist/bin/podsim.js');
const runs = {
  node: ['-e', '0'],
  run: [podsim, 'run', at('scenarios/jobs/retry-after-failure.scenario.yaml')],
  lib: importing(at('dist/lib/index.js')),
  vitest: importing('vitest'),
  withVitest: importing('vitest', at('dist/lib/vitest.js')),
};
const servers = {
  express: [at('test/bench/bareServer.mjs')],
  serve: [podsim, 'serve', '--port', '0', '--clock', 'manual'],
};

const toEnd = '"$@" >/dev/null';
// A server is ready when it says where it listens.
const toReady = 'coproc "$@"; read -r line <&"$COPROC"; kill -9 $COPROC_PID; wait $COPROC_PID';

/** The CPU time of a process, in ms. A shell reads it, because Node does not report it for child processes. */
const cpuMs = (args, until) => {
  const timed = `TIMEFORMAT='%3U %3S'; { time { ${until}; } 2>/dev/null; } 2>&1`;
  const { stdout } = spawnSync('bash', ['-c', timed, 'bash', process.execPath, ...args], { encoding: 'utf8', cwd: at('.') });
  const seconds = stdout.trim().split(' ').map(Number);
  if (seconds.length !== 2 || seconds.some(Number.isNaN)) throw new Error(`${args.join(' ')}: ${stdout}`);
  return 1_000 * (seconds[0] + seconds[1]);
};

/** Rows of the bench's table. */
export const startFigures = () => {
  // The first start of the command line writes its code cache, and the first server that ends writes that of the server.
  spawnSync(process.execPath, runs.run, { stdio: 'ignore' });
  spawnSync(process.execPath, [podsim, 'exec', '--', process.execPath, '-e', '0'], { stdio: 'ignore' });
  const taken = Object.fromEntries(Object.keys({ ...runs, ...servers }).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(runs)) taken[name].push(cpuMs(args, toEnd));
    for (const [name, args] of Object.entries(servers)) taken[name].push(cpuMs(args, toReady));
  }
  const ms = (name) => median(taken[name]);
  const ratio = (of, to) => median(taken[of].map((each, k) => each / taken[to][k]));
  return [
    ['node -e 0, ms of CPU time', ms('node'), ''],
    ['podsim run of one file, ms of CPU time', ms('run'), ''],
    ['podsim run : node -e 0', ratio('run', 'node'), 'at most 3'],
    ["import 'podsim' : node -e 0", ratio('lib', 'node'), 'at most 3.5'],
    ["import 'podsim/vitest' : node -e 0", ratio('withVitest', 'node'), 'at most 3'],
    ["import 'vitest' alone : node -e 0", ratio('vitest', 'node'), ''],
    ['podsim serve ready : bare Express', ratio('serve', 'express'), 'at most 1.5'],
  ];
};
