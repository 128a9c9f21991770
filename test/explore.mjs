import { spawnSync } from 'node:child_process';

/**
 * `npm run explore`: 100,000 variations of the scenarios, from a seed that was not tried before, or the one in PODSIM_LAW_SEED. Two more
 * find what no story can show:
 * - `npm run explore -- sequences`: random sequences of operations, with forks, snapshots and wrong arguments in between. Every thousand
 *   has a seed of its own, so that a failure is seen again without all those before it.
 * - `npm run explore -- http`: hostile requests, in the same way; there every 250 have a seed of their own.
 * PODSIM_LAW_RUNS: how many variations, or how many times as many of the others.
 */
const seed = process.env.PODSIM_LAW_SEED ?? String(Math.floor(Math.random() * 1_000_000_000));
const vitest = (...tests) => ['npx', ['vitest', 'run', ...tests]];
const explorations = {
  scenarios: {
    runs: '100000',
    of: 'variations of the scenarios',
    command: (runs) => [process.execPath, ['dist/bin/podsim.js', 'explore', 'scenarios', '--runs', runs, '--seed', seed]],
  },
  sequences: { runs: '100', of: 'times 1,000 sequences', command: () => vitest('test/properties.slow.test.ts', '-t', 'random sequences') },
  http: { runs: '20', of: 'times 10,000 hostile requests', command: () => vitest('test/http/calls/hostile.long.test.ts') },
};

const [which = 'scenarios'] = process.argv.slice(2);
const exploration = explorations[which];
if (exploration === undefined) throw new Error(`there is nothing to explore by the name ${which}: ${Object.keys(explorations).join(', ')}`);

const runs = process.env.PODSIM_LAW_RUNS ?? exploration.runs;
const [command, args] = exploration.command(runs);
const again = `PODSIM_LAW_SEED=${seed} npm run explore${which === 'scenarios' ? '' : ` -- ${which}`}`;

process.stderr.write(`exploring ${runs} ${exploration.of} from the seed ${seed}; again: ${again}\n`);
const { status } = spawnSync(command, args, {
  env: { ...process.env, PODSIM_LAW_SEED: seed, PODSIM_LAW_RUNS: runs },
  stdio: 'inherit',
  shell: process.platform === 'win32' && command === 'npx',
});
process.exitCode = status ?? 1;
