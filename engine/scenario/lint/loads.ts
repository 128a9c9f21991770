import { formatDuration } from '../../kernel/time.ts';
import type { ScenarioSpec } from '../file/format.ts';
import { arrivals } from '../load/arrivals.ts';
import { isByChance, type LoadSpec, tooFewCalls } from '../load/format.ts';
import { type Finding, warningAt } from './finding.ts';

/** Calls that a load names and never makes, because its own `for` or `exactly` ends it before; and an `exactly` that it does not reach. */
export const loadFindings = ({ load = [] }: ScenarioSpec): readonly Finding[] =>
  load.flatMap((one, k) => [...lateFindings(one, k), ...pieceFindings(one, k), ...exactlyFindings(one, k), ...sizeFindings(one, k)]);

const lateFindings = (
  { trace = [], resample = 'none', for: lasts = Number.POSITIVE_INFINITY }: LoadSpec,
  k: number,
): readonly Finding[] => {
  if (resample !== 'none') return [];
  const late = trace.filter((at) => at > lasts);
  if (late.length === 0) return [];
  const first = trace.findIndex((at) => at > lasts);
  const longest = late.reduce((a, b) => Math.max(a, b));
  const words = `\`for: ${formatDuration(lasts)}\` is over before ${late.length} of ${trace.length} arrivals`;
  return [warningAt(['load', k, 'trace', first], `${words}: give \`for: ${formatDuration(longest)}\`, leave it out, or remove them`)];
};

/** Pieces that begin when the load is over. */
const pieceFindings = ({ piecewise = [], for: lasts = Number.POSITIVE_INFINITY }: LoadSpec, k: number): readonly Finding[] => {
  const first = piecewise.findIndex(({ at }) => at > lasts);
  if (first < 0) return [];
  const words = `\`for: ${formatDuration(lasts)}\` is over before ${piecewise.length - first} of ${piecewise.length} pieces begin`;
  return [warningAt(['load', k, 'piecewise', first], `${words}: give a longer one, or remove them`)];
};

const exactlyFindings = (load: LoadSpec, k: number): readonly Finding[] => {
  const { exactly, trace, burst, for: lasts } = load;
  const named = trace?.length ?? (burst?.every === undefined ? burst?.size : undefined);
  if (exactly === undefined || isByChance(load) || (lasts ?? named) === undefined) return [];
  const at = ['load', k, 'exactly'];
  let possible = 0;
  for (const _ of arrivals('', { ...load, exactly: exactly + 1 }, () => 0)) possible += 1;
  if (possible < exactly) return [warningAt(at, tooFewCalls(possible, load))];
  if (named === undefined || named <= exactly) return [];
  return [warningAt(at, `the load makes only ${exactly} of the ${named} calls that ${trace === undefined ? 'its burst' : '`trace`'} has`)];
};

/** Fewer durations or tokens than clients, if the file says the number of clients: authors rarely mean that the values repeat. */
const sizeFindings = (load: LoadSpec, k: number): readonly Finding[] =>
  (['durations', 'tokens'] as const).flatMap((name) => {
    const { [name]: sizes } = load;
    // Calls of a trace that are drawn keep their own.
    if (sizes === undefined || (load.trace !== undefined && isByChance(load))) return [];
    let clients = 0;
    if (isByChance(load)) clients = load.exactly ?? 0;
    else for (const _ of arrivals('', load, () => 0)) if (++clients > sizes.length) break;
    if (clients <= sizes.length) return [];
    const what = name === 'tokens' ? 'rows of tokens' : name;
    return [warningAt(['load', k, name], `has ${sizes.length} ${what} for more clients: after the last, the first one follows`)];
  });
