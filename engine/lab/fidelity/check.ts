import { valuesWithGrounds } from '../../cloud/timing/grounds.ts';
import { newestTiming, type TimingName, timingNames } from '../../cloud/timing/timings.ts';
import type { Json } from '../../kernel/canonical.ts';
import { parseDuration } from '../../kernel/time.ts';
import type { ObservationCheck, TimingCheck } from './checkFormat.ts';
import { isPlayed, judgeObservation, seedsUsual } from './fidelity.ts';
import type { ValueSpec } from './format.ts';
import { mechanismTable } from './mechanisms.ts';
import type { Observation } from './observation.ts';
import { computeError } from './summary.ts';
import { inPlays, isTime } from './units.ts';

/** What an observation is good for: whether it can be used, which mechanisms it bears on, and how far off each timing is on it. */
export const checkObservation = (
  observation: Observation,
  timings: readonly TimingName[] = timingNames,
  seeds = seedsUsual,
): ObservationCheck => {
  const { file, spec } = observation;
  const { fact, title, values = [], mechanisms, unplayed } = spec;
  const judged = isPlayed(observation) ? timings.map((timing) => checkTiming(observation, timing, seeds)) : [];
  const tells = [...new Set(values.flatMap((value) => value.tells?.quantity ?? []))];
  return {
    file,
    fact,
    title,
    isUsable: tells.length > 0 || judged.some(({ judgments }) => judgments.length > 0),
    ...(unplayed === undefined ? {} : { unplayed }),
    mechanisms: mechanisms.map((mechanism) => ({ mechanism, words: mechanismTable[mechanism] })),
    tells,
    timings: judged,
    uncompared: values.flatMap((value) => {
      const because = value.read === undefined ? explainUncompared(value) : undefined;
      return because === undefined ? [] : [{ what: value.what, because }];
    }),
    toDo: listToDo(observation),
  };
};

/** How far off a timing is on the observation. One that was made from the fact is less far off than it is on others. */
const checkTiming = (observation: Observation, timing: TimingName, seeds: number): TimingCheck => {
  const report = judgeObservation(observation, { timing }, seeds);
  const error = computeError(report, 'all');
  return {
    timing,
    isMadeFromIt: listGrounds(timing).has(report.fact),
    ...(error === undefined ? {} : { error }),
    judgments: report.judgments,
  };
};

const listGrounds = (timing: TimingName): ReadonlySet<string> => new Set(valuesWithGrounds(timing).flatMap(({ facts }) => facts));

/** The reason why no play is compared with a value; undefined if the file has none. */
const explainUncompared = ({ unplayed, tells, note }: ValueSpec): string | undefined =>
  unplayed ?? (tells === undefined ? note : `it tells of ${tells.quantity}`);

/** What the author should still do. */
const listToDo = ({ spec, source }: Observation): readonly string[] => {
  const { values = [], author, trust, conditions, judges = [], fact, partial } = spec;
  const blind = values.filter((value) => value.read === undefined && explainUncompared(value) === undefined);
  const untold = Object.entries({ author, trust, conditions }).filter(([, text]) => /^(?:unknown|none|not known)$/.test(text.trim()));
  const times = new Set(listDurations((source.data as { readonly world?: Json }).world ?? null));
  const given = values.flatMap(({ what, unit, ...value }) => {
    const time = isTime(unit) ? listSeen(value).find((one) => times.has(inPlays(unit, one))) : undefined;
    return time === undefined ? [] : [`${what}: the world has ${time} ${unit}, too: it may say only what was known before the run`];
  });
  const isNew = values.some(({ tells }) => tells !== undefined) && !judges.includes(newestTiming) && !listGrounds(newestTiming).has(fact);
  return [
    ...blind.map(({ what }) => `${what}: add \`read\`, which says how a play shows it, or \`unplayed\` with the reason why none does`),
    ...given,
    ...untold.map(([name, text]) => `${name} is '${text}': say it, for what one author has given is left out together`),
    ...(partial === true ? ['the recording was interrupted: record it again if you can'] : []),
    ...(isNew ? [`add \`judges: [${newestTiming}]\`: that timing is released, and no later observation changes it`] : []),
  ];
};

const listSeen = ({ value, values = [], range, quantiles = {} }: Partial<ValueSpec>): readonly number[] =>
  [value, ...values, ...(range ?? []), ...Object.values(quantiles)].filter((one) => typeof one === 'number');

/** The durations in a part of the file. Parsed, they are whole milliseconds. */
const listDurations = (part: Json): readonly number[] => {
  if (typeof part === 'string') return [parseDuration(part) ?? []].flat();
  return part === null || typeof part !== 'object' ? [] : Object.values(part as { readonly [key: string]: Json }).flatMap(listDurations);
};
