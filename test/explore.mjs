import { spawnSync } from 'node:child_process';

/**
 * `npm run explore`: 100,000 random sequences of operations, from a seed that was not tried before, or the one in
 * PODSIM_LAW_SEED. Every thousand has a seed of its own, so that a failure is seen again without all those before it.
 * `npm run explore -- http`: 200,000 hostile requests in the same way; there every 250 have a seed of their own.
 */
const explorations = {
  sequences: { rounds: '100', of: '1,000 sequences', tests: ['test/properties.test.ts', '-t', 'random sequences'] },
  http: { rounds: '20', of: '10,000 hostile requests', tests: ['test/http/hostile.test.ts'] },
};

const [which = 'sequences'] = process.argv.slice(2);
const exploration = explorations[which];
if (exploration === undefined) throw new Error(`there is nothing to explore by the name ${which}: ${Object.keys(explorations).join(', ')}`);

const seed = process.env.PODSIM_LAW_SEED ?? String(Math.floor(Math.random() * 1_000_000_000));
const rounds = process.env.PODSIM_LAW_RUNS ?? exploration.rounds;
const again = `PODSIM_LAW_SEED=${seed} npm run explore${which === 'sequences' ? '' : ` -- ${which}`}`;

process.stderr.write(`exploring ${rounds} × ${exploration.of} from seed ${seed} on; again: ${again}\n`);
const { status } = spawnSync('npx', ['vitest', 'run', ...exploration.tests], {
  env: { ...process.env, PODSIM_LAW_SEED: seed, PODSIM_LAW_RUNS: rounds },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
