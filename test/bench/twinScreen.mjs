// Which choices a study of a twin need not play: the loop of the hidden endpoints plays what the twin has fitted, at no cost, and knows which are far from any choice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const hourMs = 3_600_000;
const plays = 15;
/** Dearer than the cheapest that keeps to the goal by more than this, none is chosen; nor one whose waits are so many times the goal. */
const [dearer, longer] = [1.25, 1.4];
/** Of those that miss the goal so many of the nearest are played, and one more of those that keep to it. */
const nearest = 2;

/** What a twin fits, as an endpoint of the loop; undefined where the loop does not have it. */
const twinOf = (endpoint, { arrivals, service }, starts) => {
  const { pieces, bursts } = arrivals;
  if (bursts !== undefined && bursts.states.length !== 2) return undefined;
  const [calm = { times: 1 }, burst] = bursts?.states ?? [];
  const rateIn = (hour) => pieces.reduce((rate, { atMs, perHour }) => (atMs <= hour * hourMs ? perHour : rate), pieces[0].perHour);
  const logs = service.sorted.map(Math.log);
  const middle = mean(logs);
  const sigma = Math.sqrt(mean(logs.map((one) => (one - middle) ** 2)));
  return {
    ...endpoint,
    perHour: Array.from({ length: 24 }, (_, hour) => calm.times * rateIn(hour)),
    bursts: burst === undefined ? undefined : { times: burst.times / calm.times, lastMs: burst.meanMs, everyMs: calm.meanMs },
    service: { medianMs: Math.exp(middle), sigma },
    starts: starts.map((medianMs) => ({ medianMs, sigma: 0, share: 1 / starts.length })),
  };
};

/**
 * The text of a study of the twin in a folder, asking about the numbers of workers and the idle timeouts that may be best, and nothing else; as it is
 * where the loop cannot tell. Only what the twin has fitted is looked at, and not the endpoint.
 */
export const screenStudy = (hidden, endpoint, folder, text, goal) => {
  const { fit } = JSON.parse(readFileSync(join(folder, 'twin.json'), 'utf8'));
  const starts = readFileSync(join(folder, 'cold-starts.csv'), 'utf8').trim().split('\n').slice(1).map(Number);
  const arrivals = { ...fit.arrivals, bursts: fit.arrivals.bursts ?? undefined };
  const twin = twinOf(endpoint, { ...fit, arrivals }, starts);
  if (twin === undefined) return text;
  const axis = (name) => text.match(new RegExp(`^  ${name}: \\[(.*)\\]$`, 'm'))[1].split(', ');
  const all = axis('workers.max').flatMap((workers) =>
    axis('idleTimeout').map((idle) => {
      const idleTimeoutMs = Number.parseFloat(idle) * (idle.endsWith('m') ? 60_000 : 1_000);
      // Other weeks than those of the endpoint.
      const own = { ...twin, workersMax: Number(workers), idleTimeoutMs, seed: endpoint.seed + 50_000_017 };
      return { workers, idle, ...hidden.truthOf(own, own, plays) };
    }),
  );
  const keeping = all.filter(({ p95Ms }) => p95Ms <= goal * 1_000);
  const least = Math.min(...keeping.map(({ workerMs }) => workerMs));
  const isNear = ({ workerMs, p95Ms }) => workerMs <= dearer * least && p95Ms <= longer * goal * 1_000;
  const near = [
    ...keeping
      .filter(isNear)
      .sort((a, b) => a.workerMs - b.workerMs)
      .slice(0, nearest + 1),
    ...all
      .filter((one) => !keeping.includes(one) && isNear(one))
      .sort((a, b) => a.p95Ms - b.p95Ms)
      .slice(0, nearest),
  ];
  if (near.length < 2) return text;
  const asked = near.map(({ workers, idle }) => `{ min: 0, max: ${workers}, idleTimeout: ${idle} }`);
  return text.replace(/^ {2}workers\.max: .*\n {2}idleTimeout: .*$/m, `  workers: [${asked.join(', ')}]`);
};

const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
