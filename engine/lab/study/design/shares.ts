import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { sayDuration } from '../../../kernel/time.ts';
import type { FileProblem } from '../../../scenario/format/problem.ts';
import type { YamlFile } from '../../../scenario/format/yamlFile.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import type { Goal } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { Measuring } from '../measure/measuring.ts';

/** A configuration; only its scenario matters here. */
interface Played {
  readonly scenario: Scenario;
}

/** How plays are measured so that the shares of a goal are known. */
export const measureShares = (goal: Goal | undefined, configuration: Played): Measuring => {
  const shares = goal === undefined ? [] : listLimits(goal).flatMap(({ share }) => share ?? []);
  const within = shares.flatMap(({ whole, measure: of, lte, gte }) =>
    whole === 'jobs' ? [{ of, ...(lte === undefined ? {} : { lte }), ...(gte === undefined ? {} : { gte }) }] : [],
  );
  const days = shares.some(({ whole }) => whole === 'days') ? countDays(configuration) : 0;
  return { ...(within.length === 0 ? {} : { within }), ...(days === 0 ? {} : { days }) };
};

/** A share of days needs plays that have some. */
export const dayProblem = (
  { file, placeOf }: YamlFile,
  goal: Goal | undefined,
  configurations: readonly Played[],
): Either<readonly FileProblem[], undefined> => {
  const limit = goal === undefined ? undefined : listLimits(goal).find(({ share }) => share?.whole === 'days');
  const short = limit === undefined ? undefined : configurations.find((one) => countDays(one) === 0);
  if (limit?.share === undefined || short === undefined) return right(undefined);
  const path = ['goal', limit.share.measure, 'in'];
  const lasts = lengthOfPlay(short);
  const words = lasts === 0 ? 'nothing says how long its loads last: give them a `for`' : `its plays last ${sayDuration(lasts)}`;
  return left([
    {
      file,
      ...placeOf(path),
      message: `${path.join('.')}: a share of days needs plays of a day or more, and ${words}; or write \`plays\``,
    },
  ]);
};

const dayMs = 86_400_000;

/** Half a day or more at the end counts as one. */
const countDays = (configuration: Played): number => {
  const lasts = lengthOfPlay(configuration);
  return lasts < dayMs ? 0 : Math.round(lasts / dayMs);
};

/** As long as the longest load; 0 if only a number of calls ends them. */
export const lengthOfPlay = ({ scenario }: Played): number =>
  (scenario.spec.load ?? []).reduce((most, { start = 0, for: lasts = 0, trace = [], ramp }) => {
    const last = trace.reduce((latest, at) => Math.max(latest, at), ramp?.over ?? 0);
    return Math.max(most, start + (lasts === 0 ? last : lasts));
  }, 0);
