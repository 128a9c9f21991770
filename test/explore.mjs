import { spawnSync } from 'node:child_process';

/**
 * `npm run explore`: 100,000 random sequences of operations, from a seed that was not tried before, or the one in
 * PODSIM_LAW_SEED. Every thousand has a seed of its own, so that a failure is seen again without all those before it.
 */
const seed = process.env.PODSIM_LAW_SEED ?? String(Math.floor(Math.random() * 1_000_000_000));
const rounds = process.env.PODSIM_LAW_RUNS ?? '100';

process.stderr.write(`exploring ${rounds} × 1,000 sequences from seed ${seed} on; again: PODSIM_LAW_SEED=${seed} npm run explore\n`);
const { status } = spawnSync('npx', ['vitest', 'run', 'test/properties.test.ts', '-t', 'random sequences'], {
  env: { ...process.env, PODSIM_LAW_SEED: seed, PODSIM_LAW_RUNS: rounds },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
