import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * `npm run explore`: 100,000 variations of the scenarios, from a seed that was not tried before, or the one in PODSIM_LAW_SEED. Each is recounted,
 * its log and its answers are read back, and one of ten is gone on with from each of its places (`test/oracle/`). Three more find what no story can show:
 * - `npm run explore -- sequences`: random sequences of operations, with forks, snapshots and wrong arguments in between. Every thousand
 *   has a seed of its own, so that a failure is seen again without all those before it.
 * - `npm run explore -- http`: hostile requests, in the same way; there every 250 have a seed of their own.
 * - `npm run explore -- worlds [FILES] [--update]`: every state of small worlds.
 * PODSIM_LAW_RUNS: how many variations, or how many times as many of the others.
 */
const seed = process.env.PODSIM_LAW_SEED ?? String(Math.floor(Math.random() * 1_000_000_000));
const [which = 'scenarios', ...files] = process.argv.slice(2);

const vitest = (/** @type {readonly string[]} */ ...tests) => ['node_modules/vitest/vitest.mjs', 'run', ...tests];

/** One process for each processor: threads would play the bundle, which recounts nothing. */
const shares = (/** @type {string} */ runs) => {
  const count = availableParallelism();
  const each = String(Math.ceil(Number(runs) / count));
  const explore = ['test/mutants/unbundled.mjs', 'explore', 'scenarios', '--jobs', '1', '--runs', each];
  return Array.from({ length: count }, (_, k) => [...explore, '--seed', `${seed}/${k}`]);
};

const explorations = {
  scenarios: { runs: '100000', of: 'variations of the scenarios', programs: shares },
  sequences: {
    runs: '100',
    of: 'times 1,000 sequences',
    programs: () => [vitest('test/properties.slow.test.ts', '-t', 'random sequences')],
  },
  http: { runs: '20', of: 'times 10,000 hostile requests', programs: () => [vitest('test/http/calls/hostile.long.test.ts')] },
  worlds: { runs: '1', of: 'time every state of small worlds', programs: () => [['test/oracle/smallWorlds.mjs', ...files]] },
};

const exploration = explorations[/** @type {keyof typeof explorations} */ (which)];
if (exploration === undefined) throw new Error(`there is nothing to explore by the name ${which}: ${Object.keys(explorations).join(', ')}`);

const runs = process.env.PODSIM_LAW_RUNS ?? exploration.runs;
const again = `PODSIM_LAW_SEED=${seed} npm run explore${which === 'scenarios' ? '' : ` -- ${which}`}`;
process.stderr.write(`exploring ${runs} ${exploration.of} from the seed ${seed}; again: ${again}\n`);
const env = { ...process.env, PODSIM_SEARCH: '1', PODSIM_LAW_SEED: seed, PODSIM_LAW_RUNS: runs };
for (const program of exploration.programs(runs))
  spawn(process.execPath, program, { env, stdio: 'inherit' }).on('close', (code) => {
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code ?? 1);
  });
