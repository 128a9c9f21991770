import { beforeAll, describe, expect, test } from 'vitest';
import { worldOperations } from '../engine/api/operations.ts';
import { entities } from '../engine/cloud/entities.ts';
import type { Json } from '../engine/kernel/canonical.ts';
import { Choice } from '../engine/lab/explorer/choice.ts';
import type { Law } from '../engine/scenario/laws/laws.ts';
import type { Invariant } from '../engine/simulator/invariants.ts';
import { fewOrAll } from './support/long.ts';
import type { Sequence, SequenceCall, SequenceRun, Step } from './support/sequences/sequence.ts';
import { sequenceFor } from './support/sequences/sequences.ts';
import { shortenSequence } from './support/sequences/shorten.ts';
import { sequenceText } from './support/sequences/text.ts';
import { entriesOf, playedText } from './support/worlds/playing.ts';
import { quickLaws, runSequence } from './support/worlds/runSequence.ts';
import { withInvariant } from './support/worlds/withInvariant.ts';

/** `npm run explore` asks for more of them, from another seed on. */
const seed = Number(process.env['PODSIM_LAW_SEED'] ?? 1);
const rounds = Number(process.env['PODSIM_LAW_RUNS'] ?? 1);
const runsInRound = 1_000;
/** The suite ends its one round once everything was met, but not before so many; those of the seed 1 that meet what is rare come next. */
const runsAtLeast = process.env['PODSIM_LAW_RUNS'] === undefined ? fewOrAll(40, runsInRound) : runsInRound;

describe('random sequences of operations', () => {
  const met = new Set<string>();
  let failure: Failure | undefined;
  let runs = 0;

  beforeAll(async () => {
    for (let round = 0; round < rounds && failure === undefined; round++) {
      failure = firstFailure(seed + round, runsInRound, (run) => {
        note(run, met);
        runs += 1;
        return runs >= rounds * runsAtLeast && seed === 1 && unmet(met).length === 0;
      });
      if (rounds > 1 && failure === undefined)
        process.stderr.write(`${(round + 1) * runsInRound} of ${rounds * runsInRound} sequences held (seed ${seed + round})\n`);
      // The test runner needs a turn of the event loop between rounds.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }, 600_000 * rounds);

  test('break no invariant, throw nothing, and reach the same log and the same state when they are repeated', () => {
    if (failure !== undefined) expect.fail(failure.words);
    expect(runs).toBeGreaterThanOrEqual(rounds * runsAtLeast);
  });

  test.runIf(seed === 1)('call every operation with success, get every status of a refusal, and emit every event', () => {
    expect(unmet(met)).toStrictEqual([]);
  });
});

const deedsDone = ['advance', 'reseed', 'settings', 'leave', 'fork', 'snapshot', 'record', 'wrong'];

/** No webhook is really posted in these worlds, and they follow the interface document. */
const laterKinds = ['secret', 'tag', 'costCenter', 'globalVolume', 'batch'] as const;
const neverMet = [
  'JobWebhookPosted',
  'JobWebhookAnswered',
  ...laterKinds.flatMap((kind) => entities[kind].lifecycle.rows.map(({ event }) => event as string)),
];

/** What random sequences do and get, sooner or later. */
const everything: readonly string[] = [
  ...worldOperations.filter(({ id, since }) => id !== 'reportWebhook' && since === undefined).map(({ id }) => `${id} succeeds`),
  ...deedsDone.map((deed) => `is ${deed}`),
  ...['400', '401', '403', '404', '409', '422', '429', '500'],
  'control.call-key',
  ...new Set(
    Object.values(entities)
      .flatMap(({ lifecycle }) => lifecycle.rows.map(({ event }) => event as string))
      .filter((event) => !neverMet.includes(event)),
  ),
];

const unmet = (met: ReadonlySet<string>): readonly string[] => everything.filter((one) => !met.has(one));

/** Adds what a run did and got to `met`, which collects it over all runs. */
const note = ({ told, world }: SequenceRun, met: Set<string>): void => {
  for (const { call, deed, status } of told) {
    if (deed !== undefined) met.add(`is ${deed.do}`);
    met.add(String(status));
    if (call !== undefined && status !== undefined && status < 300) met.add(`${call.operation} succeeds`);
  }
  for (const { event } of world?.log.entries() ?? []) {
    met.add(event.type);
    if (event.type === 'InputRefused') met.add(event.rule);
  }
};

interface Failure {
  readonly run: SequenceRun;
  readonly words: string;
}

/** Takes a run, and says whether there were enough. */
type Listener = (run: SequenceRun) => boolean;

/** The shortest failing sequence that was found, with everything needed to reproduce it. */
const firstFailure = (from: number, runs: number, heard: Listener = () => false): Failure | undefined => {
  const wrong = firstWrong(from, runs, heard);
  if (wrong === undefined) return undefined;
  const run = runSequence(shortenSequence(wrong, (shorter) => runSequence(shorter).complaint !== undefined));
  const again = `PODSIM_LAW_SEED=${from} npx vitest run test/properties.slow.test.ts`;
  return { run, words: `${run.complaint}\n\nAgain: ${again}\nAs a scenario:\n\n${sequenceText(run)}` };
};

const sequenceOf = (seed: number, number: number): Sequence => sequenceFor(new Choice(String(seed), `sequence ${number}`));

/** Sequences take turns with the laws that are checked, unless the suite is long or more rounds are asked for. */
const lawsFor = (number: number): readonly Law[] =>
  runsAtLeast === runsInRound ? quickLaws : quickLaws.filter((_, k) => k === number % quickLaws.length);

/** The numbers of some sequences of the seed 1: together they meet what the first 40 do not. Without these it takes over 600. */
const rare = [45, 48, 53, 55, 56, 58, 64, 93, 102, 124, 128, 137, 153, 179, 192, 195, 252, 275, 292, 407, 645, 1030, 1135, 1318, 3029];

/** All numbers of sequences, in the order in which they are tried. */
const inOrder = (runs: number): readonly number[] => {
  const all = Array.from({ length: runs }, (_, number) => number);
  return [
    ...all.slice(0, runsAtLeast),
    ...rare.filter((number) => number >= runsAtLeast),
    ...all.slice(runsAtLeast).filter((number) => !rare.includes(number)),
  ];
};

const firstWrong = (from: number, runs: number, heard: Listener): Sequence | undefined => {
  for (const number of inOrder(runs)) {
    const run = runSequence(sequenceOf(from, number), lawsFor(number));
    const isEnough = heard(run);
    if (run.complaint !== undefined) return run.sequence;
    if (isEnough) return undefined;
  }
  return undefined;
};

const call = (operation: string, named: SequenceCall['named'], body?: Json, afterMs = 0): Step => ({
  afterMs,
  call: { operation, as: 'dev', named, query: {}, ...(body === undefined ? {} : { body }) },
});

/** Found by `npm run explore`, and repaired since. */
describe('what random sequences have found does not come back', () => {
  const gpu = { id: 'NVIDIA GeForce RTX 4090' };
  const endpoint = (body: Json) =>
    call('createEndpoint', {}, { name: 'e', type: 'QUEUE', scaling, image: 'an-image', ...(body as object) });
  const scaling = { type: 'REQUEST_COUNT', requestCount: 1 };
  const cpu = (vcpuCount: number) => ({ cpu: [{ id: 'cpu3c', vcpuCount }] });
  const largest = { disk: Number.MAX_SAFE_INTEGER, mounts: { persistent: { size: Number.MAX_SAFE_INTEGER, path: '/' } } };
  const compute = { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 3 };
  const hostFails = { fault: 'host-failure', match: { host: 'host-a' }, at: '6s' };

  test.each<[string, Partial<Sequence>]>([
    [
      'bills lose their last digits to the largest of disks',
      { steps: [call('createCluster', {}, { name: 'c', type: 'RAY', compute, ...largest })] },
    ],
    [
      'the audit believes that a worker that lost its host still has its job',
      { faults: [hostFails], steps: [call('run', { endpoint: 'ep-a' }, { input: {} })] },
    ],
    [
      'an endpoint is deleted while two of its workers wait for a host',
      {
        steps: [
          endpoint({ ...cpu(8), dataCenterIds: ['US-KS-2'], workers: { min: 2 } }),
          call('deleteEndpoint', { endpoint: '@endpoint 0' }, undefined, 9_000),
        ],
      },
    ],
    [
      'a worker of an older release gets a host, and holds more of it than there is',
      {
        steps: [
          endpoint({ ...cpu(2), workers: { min: 2 } }),
          call('updateEndpoint', { endpoint: '@endpoint 0' }, cpu(16), 9_000),
          call('updateEndpoint', { endpoint: '@endpoint 0' }, cpu(2), 9_000),
        ],
      },
    ],
  ])('%s', (_, some) => {
    const run = runSequence({ seed: 'found', faults: [], steps: [], ...some });
    expect(run.complaint).toBeUndefined();
    expect(run.told.flatMap(({ status }) => (status === undefined || status < 300 ? [] : [status]))).toStrictEqual([]);
  });
});

describe('a sequence written as a scenario', () => {
  test('has the same answers and the same log', () => {
    for (let number = 0; number < fewOrAll(5, 60); number++) {
      const run = runSequence(sequenceOf(5, number));
      const text = sequenceText(run);
      const played = playedText(text);
      expect([...played.failures, ...played.unfired], text).toStrictEqual([]);
      expect(historyIn(entriesOf(played)), text).toStrictEqual(historyIn([...(run.world?.log.entries() ?? [])]));
    }
  });

  test('fails where an answer is another', () => {
    const text = sequenceText(runSequence(sequenceOf(5, 0)));
    expect(playedText(text.replace(/expect: (\{ ?)?status: \d+/, 'expect: $1status: 299')).verdict).toBe('fail');
  });
});

/** Every event with its time, except how the clock was moved in between and when calls that leave no entry were counted. */
const historyIn = (entries: ReturnType<typeof entriesOf>) =>
  entries.filter(({ event }) => event.type !== 'ClockAdvanced' && event.type !== 'CallsCounted').map(({ at, event }) => ({ at, event }));

describe('an invariant that does not hold', () => {
  // biome-ignore format: a table
  const rows: readonly (readonly [string, Invariant['broken'], number, number])[] = [
    ['no pod is ever stopped',        ({ event }) => (event.type === 'PodStopped' ? 'a pod was stopped' : undefined),        3, 1],
    ['no worker waits for a GPU',     ({ event }) => (event.type === 'WorkerThrottled' ? 'a worker was throttled' : undefined), 3, 1],
    ['no cluster ever degrades',      ({ event }) => (event.type === 'ClusterDegraded' ? 'a cluster degraded' : undefined),  3, 3],
  ];

  test.each(rows.slice(0, fewOrAll(1, rows.length)))(
    '%s: is found, and shown by a short scenario that breaks it, too',
    (name, broken, stepsMax, from) => {
      withInvariant({ name, about: name, broken }, () => {
        const failure = firstFailure(from, 1_000);
        expect(failure?.words).toContain(`threw ${name}: `);
        expect(failure?.run.told.length).toBeLessThanOrEqual(stepsMax);
        expect(() => playedText(sequenceText(failure?.run as SequenceRun))).toThrow(`${name}: `);
      });
    },
  );
});
