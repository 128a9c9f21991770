import type { Json } from '../../../kernel/canonical.ts';
import { pluralize } from '../../../kernel/text/pluralize.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { writeYaml } from '../../../scenario/format/yamlFile.ts';
import { engineVersion } from '../../../simulator/version.ts';
import { describeEndpoint, type Recording, type SeenPoll, type SubmittedJob } from './recording.ts';
import { buildSeries } from './series.ts';
import { valuesIn } from './values.ts';

/** Writes a recording as an observation file: without the key, the inputs and outputs, and any name of the account or endpoint. */
export const observationText = (recording: Recording): string => {
  const { name, date, author, everyMs, brokenOff } = recording;
  const values = valuesIn(recording);
  return writeYaml({
    title: formatTitle(recording),
    fact: name,
    date,
    source: `podsim observe ${engineVersion}`,
    author,
    run: name,
    trust: `recorded by a program, which polled every ${formatDuration(everyMs)}; the times of jobs are those that the platform tells`,
    conditions: formatConditions(recording),
    mechanisms: listMechanisms(recording),
    ...(brokenOff === undefined ? {} : { partial: true, brokenOff }),
    ...writePlay(recording),
    series: [...buildSeries(recording)],
    ...(values.length === 0 ? {} : { values: [...values] }),
  } as Json);
};

const formatTitle = ({ jobs, polls }: Recording): string => {
  const lastAt = polls.at(-1)?.at ?? 0;
  const seen = `${pluralize(polls.length, 'poll')} in ${formatDuration(lastAt)}`;
  return jobs.length === 0 ? `An endpoint as it is: ${seen}` : `${pluralize(jobs.length, 'job')} of a recorder: ${seen}`;
};

const formatConditions = (recording: Recording): string => {
  const { plan, endpoint, polls } = recording;
  const known =
    endpoint !== undefined
      ? 'the endpoint as the management API describes it'
      : plan !== undefined
        ? 'the endpoint as its author describes it'
        : 'nothing is known of the endpoint';
  return [known, ...conditionsAtFirst(polls)].join('; ');
};

/** Describes the state at the first poll, and the events that never occurred. */
const conditionsAtFirst = (polls: readonly SeenPoll[]): readonly string[] => {
  const [first] = polls;
  if (first === undefined) return ['nothing was seen'];
  const workers = Object.entries(first.workers).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  const never = (part: 'jobs' | 'workers') => Object.keys(first[part]).filter((name) => polls.every((poll) => poll[part][name] === 0));
  const absent = [...never('jobs'), ...never('workers')];
  return [`workers at the first poll: ${workers.join(', ') || 'none'}`, ...(absent.length === 0 ? [] : [`always 0: ${absent.join(', ')}`])];
};

/** The first is the one with the most evidence. */
const listMechanisms = (recording: Recording): readonly string[] => {
  if (recording.jobs.length === 0) return ['hand-over'];
  return wasWarm(recording) ? ['sleep', 'take', 'post'] : ['start', 'take', 'post', 'hand-over'];
};

/** Workers that were there before the first job: initialized, asleep or idle. */
const countReady = (poll: SeenPoll | undefined): number => Math.max(poll?.workers['idle'] ?? 0, poll?.workers['ready'] ?? 0);

const wasWarm = ({ polls }: Recording): boolean => countReady(polls[0]) > 0;

/** The world and steps that play it; or why nothing does. */
const writePlay = (recording: Recording): Readonly<Record<string, Json>> => {
  const unplayed = whyUnplayed(recording);
  if (unplayed !== undefined) return { unplayed };
  const { plan, jobs, polls } = recording;
  const endpoint = describeEndpoint(recording);
  const image = plan?.gigabytes === undefined ? undefined : 'observed:1';
  const warm = countReady(polls[0]);
  const origin = warm === 0 ? 0 : (plan?.lastUsedMs ?? 0);
  // Workers beyond the minimum exist because jobs had come before the first poll: one for each worker.
  const before = Math.max(0, warm - readMin(endpoint));
  return {
    world: {
      ...(image === undefined ? {} : { images: [{ name: image, gigabytes: plan?.gigabytes ?? 0 }] }),
      endpoints: [{ id: endpointId, ...(image === undefined ? {} : { image }), ...endpoint }],
    },
    ...(origin === 0 ? {} : { origin: formatDuration(origin) }),
    steps: [
      ...(before === 0
        ? []
        : [{ at: '0s', repeat: { times: before }, act: 'run', with: { endpoint: endpointId, body: { input: { n: 0 } } } }]),
      ...jobs.map((job) => writeStep(job, origin)),
    ],
  };
};

const endpointId = 'ep-a';

const readMin = ({ workers }: Readonly<Record<string, Json>>): number =>
  Number((workers as { readonly min?: number } | undefined)?.min ?? 0);

/** The input is another one; only whether it is empty is known. */
const writeStep = ({ at, planned }: SubmittedJob, origin: number): Json => ({
  at: formatDuration(origin + at),
  act: 'run',
  with: {
    endpoint: endpointId,
    body: {
      input: Object.keys(planned.input as object).length === 0 ? {} : { n: 1 },
      policy: { executionTimeout: planned.executionTimeoutMs, ttl: planned.ttlMs },
    },
  },
});

/** A play needs all jobs of the endpoint, and jobs of other clients are not known. */
const whyUnplayed = ({ polls, jobs }: Recording): string | undefined => {
  const [first] = polls;
  if (first === undefined) return 'nothing was seen';
  if (jobs.length === 0) return 'no job was submitted, and which jobs others submitted is not known';
  const under = (first.jobs['inQueue'] ?? 0) + (first.jobs['inProgress'] ?? 0);
  if (under > 0) return `at the first poll there were ${pluralize(under, 'job')} of others, of which nothing is known`;
  const foreign = Math.max(...polls.map((poll) => countAll(poll) - countAll(first) - poll.statuses.length));
  return foreign > 0 ? `meanwhile there were ${pluralize(foreign, 'job')} of others, of which nothing is known` : undefined;
};

/** All jobs so far: waiting, running, or ended. */
const countAll = ({ jobs }: SeenPoll): number =>
  ['completed', 'failed', 'inProgress', 'inQueue'].reduce((sum, name) => sum + (jobs[name] ?? 0), 0);
