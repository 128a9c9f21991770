// The records of an endpoint that never was, as CSV: `node records.mjs SEED [WORKERS IDLE-SECONDS] > jobs.csv`. Its jobs come by the hour of the day, with bursts;
// they run for lognormal times, and workers start in 8 to 60 s. Another seed is another fortnight of the same endpoint.
import { csvOf, playHidden } from './endpoint.mjs';

const [seed = '1', workers = '2', idleSeconds = '5'] = process.argv.slice(2);
const { jobs } = playHidden({
  seed: Number(seed),
  days: 14,
  perHour: Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 4 : hour < 10 ? 10 : hour < 18 ? 15 : 6)),
  bursts: { times: 25, lastMs: 600_000, everyMs: 14_400_000 },
  service: { medianMs: 14_000, sigma: 0.6 },
  starts: [
    { medianMs: 11_000, sigma: 0.15, share: 0.6 },
    { medianMs: 38_000, sigma: 0.2, share: 0.4 },
  ],
  workersMax: Number(workers),
  idleTimeoutMs: 1_000 * Number(idleSeconds),
  queueDelayMs: 4_000,
});
process.stdout.write(csvOf(jobs, Date.UTC(2026, 9, 5)));
