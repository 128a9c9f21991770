import { formatDuration, type Json } from '../../../engine/kernel/index.ts';
import { Choice, type Story, type UsedHost, withFewHosts, withRoomForClient } from '../../../engine/lab/explorer/index.ts';
import type { ClientRun } from './clientRun.ts';
import { hookJobs, hooksFor, networkFor } from './network.ts';

/** The world of a client that brings none: one endpoint, as `podsim serve` has. */
const defaultWorld: Story = { endpoints: [{ id: 'ep-demo', workers: { min: 1, max: 3 } }] };

/**
 * What may go wrong in one run: a random subset, drawn once for the run (swarm testing). A run in which everything goes wrong shows
 * little: the client never gets far.
 */
const troubles = ['handlers', 'settings', 'workers', 'faults of the fleet', 'faults of the API', 'network', 'limits'] as const;
type Trouble = (typeof troubles)[number];

/** The same for a command: where the network breaks connections, faults of the story do so, for a command calls over HTTP (fault.socket). */
export const commandRunFor = (seed: string, number: number, base?: Story, used?: readonly UsedHost[]): ClientRun => {
  const run = clientRunFor(seed, number, base, used);
  const ofSocket = new Choice(seed, `client/${number}/socket`);
  if (run.network.broken.length === 0 && !ofSocket.happens(1, 6)) return run;
  const broken = ofSocket.some(socketFaults, 1, 2).map((fault) => ({
    fault,
    ...writeMatch(ofSocket.of(['', '', 'createPod', 'run', 'runsync'])),
    ...window(ofSocket),
    ...(ofSocket.happens(1, 2) ? { limit: 1 } : { chance: ofSocket.of(['1/2', '1/5']) }),
  }));
  const faults = [...((run.story['faults'] as readonly Json[] | undefined) ?? []), ...broken];
  return { ...run, story: { ...run.story, faults } };
};

const socketFaults = ['answer-lost', 'answer-cut', 'answer-500-after-effect'] as const;

/** The run that shows which hosts the client uses where there are many and nothing goes wrong. */
export const quietRunFor = (seed: string, { world = defaultWorld, faults }: Story = {}): ClientRun => ({
  seed: `${seed}/quiet`,
  story: { title: 'A client', seed: `${seed}/quiet`, world, ...(faults === undefined ? {} : { faults }) },
  network: { latencyMs: 0, broken: [], hooks: [], hookJobs: 'all' },
  fewHosts: false,
});

/**
 * Run `number` of a seed. `base`: the data of a scenario, whose world and faults it has, instead of the default world. `used`: the hosts that
 * the client uses: most runs have few of them.
 */
export const clientRunFor = (seed: string, number: number, base: Story = {}, used: readonly UsedHost[] = []): ClientRun => {
  const choice = new Choice(seed, `client/${number}`);
  const chosen = choice.happens(1, 10) ? [] : choice.some(troubles, 1, 3);
  const has = (trouble: Trouble): boolean => chosen.includes(trouble);
  const own = (base['world'] ?? defaultWorld) as WrittenWorld;
  const endpoints = (own.endpoints ?? []).map((endpoint) => ({
    ...endpoint,
    ...(has('handlers') ? { handler: { ...endpoint.handler, ...handlerFor(choice) } } : {}),
    ...(has('workers') ? { workers: choice.of(workerCounts) } : {}),
  }));
  const changes = [
    ...(has('settings') ? settingsFor(choice, settingChoices) : []),
    ...(has('limits') ? settingsFor(choice, limitChoices) : []),
  ];
  const settings = changes.length === 0 ? own.settings : withSettings(own.settings ?? {}, changes);
  const ids = endpoints.map(({ id }) => id);
  const faults = [
    ...((base['faults'] as readonly Json[] | undefined) ?? []),
    ...(has('faults of the fleet') ? writeFaults(choice, fleetFaults, ids) : []),
    ...(has('faults of the API') ? writeFaults(choice, apiFaults, ids) : []),
    ...viewFaultsFor(new Choice(seed, `client/${number}/views`), ids),
  ];
  const runSeed = `${seed}/${number}`;
  const many = {
    title: 'A client',
    seed: runSeed,
    world: { ...own, endpoints, ...(settings === undefined ? {} : { settings }) },
    ...(faults.length === 0 ? {} : { faults }),
  } as unknown as Story;
  const story = withFewHosts(many, new Choice(seed, `client/${number}/hosts`), used, withRoomForClient);
  // Drawn apart: what else a run has does not depend on whether there are webhooks.
  const ofHooks = new Choice(seed, `client/${number}/webhooks`);
  const hooks = hooksFor(ofHooks);
  const jobs = ofHooks.happens(1, 2) ? 'all' : ofHooks.of(hookJobs);
  const network = { ...networkFor(choice, has('network')), hooks, hookJobs: jobs };
  return { seed: runSeed, story, network, fewHosts: story !== many };
};

interface WrittenWorld {
  readonly endpoints?: readonly { readonly id: string; readonly handler?: { readonly [key: string]: Json } }[];
  readonly settings?: WrittenSettings;
  readonly [key: string]: unknown;
}

type WrittenSettings = { readonly [kind: string]: { readonly [name: string]: Json } };

const handlerFor = (choice: Choice): { readonly [key: string]: Json } => {
  const takes: Json = choice.of([
    { fixed: '0s' },
    { fixed: '1s' },
    { uniform: { from: '500ms', to: '20s' } },
    { fixed: '2m' },
    { exponential: { mean: '30s' } },
  ]);
  const outcomes: { readonly [key: string]: Json } = choice.of([
    {},
    { outcomes: ['fail', 'complete'] },
    { outcomes: ['crash', 'complete'] },
    { outcomes: ['hang'] },
    { outcomes: ['fail'] },
    { chances: { fail: '1/3' } },
    { chances: { fail: '1/5', crash: '1/10', hang: '1/10' } },
  ]);
  return { duration: takes, ...outcomes };
};

const workerCounts: readonly Json[] = [
  { min: 0, max: 1 },
  { min: 0, max: 2 },
  { min: 1, max: 1 },
  { min: 1, max: 5 },
];

type SettingChoice = readonly [kind: string, name: string, values: readonly Json[]];
type SettingChange = readonly [kind: string, name: string, value: Json];

/** Times that a client may not expect. */
// biome-ignore format: a table
const settingChoices: readonly SettingChoice[] = [
  ['job',    'retentionRun',     ['1s', '10s', '2m']],
  ['job',    'retentionRunsync', ['1s', '5s']],
  ['job',    'ttl',              ['10s', '30s', '2m']],
  ['job',    'syncWait',         ['1s', '10s']],
  ['job',    'streamWait',       ['1s']],
  ['worker', 'imagePull',        ['0s', '2m', '20m']],
  ['worker', 'start',            ['30s']],
];

/** Limits that a client comes to in a few calls. Beyond one, the platform answers 429 with the time at which it ends. */
// biome-ignore format: a table
const limitChoices: readonly SettingChoice[] = [
  ['account', 'perMinute',        [3, 10, 30]],
  ['account', 'runPerWindow',     [1, 2, 5]],
  ['account', 'runsyncPerWindow', [1, 2, 5]],
  ['account', 'readPerWindow',    [1, 3, 10]],
];

const settingsFor = (choice: Choice, choices: readonly SettingChoice[]): readonly SettingChange[] =>
  choice.some(choices, 1, 4).map(([kind, name, values]) => [kind, name, choice.of(values)]);

const withSettings = (own: WrittenSettings, changes: readonly SettingChange[]): WrittenSettings => {
  const settings: { [kind: string]: { readonly [name: string]: Json } } = { ...own };
  for (const [kind, name, value] of changes) settings[kind] = { ...settings[kind], [name]: value };
  return settings;
};

type MadeFault = (choice: Choice, endpoints: readonly string[]) => { readonly [key: string]: Json };

const matchFor = (choice: Choice, endpoints: readonly string[]): { readonly match?: Json } =>
  endpoints.length === 0 || choice.happens(1, 2) ? {} : { match: { endpoint: choice.of(endpoints) } };

const fleetFaults: readonly MadeFault[] = [
  (choice, endpoints) => ({
    fault: 'worker-crash',
    ...matchFor(choice, endpoints),
    ...(choice.happens(1, 2) ? { at: choice.of(['1s', '5s', '30s']) } : window(choice)),
  }),
  (choice) => ({ fault: 'host-failure', at: choice.of(['2s', '20s', '1m']) }),
  (choice) => ({ fault: 'no-capacity', ...window(choice) }),
  (choice) => ({ fault: 'slow-image-pull', ...window(choice), delay: choice.of(['20s', '10m']) }),
  (choice) => ({ fault: 'image-pull-failure', ...window(choice) }),
];

const apiFaults: readonly MadeFault[] = [
  (choice) => ({
    fault: 'api-error',
    ...operation(choice),
    ...window(choice),
    ...chance(choice),
    status: choice.of([429, 500, 502, 503, 504]),
  }),
  (choice) => ({
    fault: 'api-latency',
    ...operation(choice),
    ...window(choice),
    ...chance(choice),
    delay: choice.of(['700ms', '20s', '2m']),
  }),
];

/** What a client reads, and how long it is held, as faults have it. Drawn apart: what else a run has does not depend on it. */
const viewFaultsFor = (choice: Choice, endpoints: readonly string[]): readonly Json[] =>
  choice.happens(1, 3) ? writeFaults(choice, viewFaults, endpoints) : [];

const viewFaults: readonly MadeFault[] = [
  (choice) => ({
    fault: 'list-lag',
    ...writeMatch(choice.of(['', 'listPods', 'getPod', 'listEndpoints'])),
    ...longWindow(choice),
    ...chance(choice),
    delay: choice.of(['5s', '20s', '1m']),
  }),
  (choice, endpoints) => ({ fault: 'views-disagree', ...matchFor(choice, endpoints), ...longWindow(choice), ...chance(choice) }),
  (choice) => ({ fault: 'edge-timeout', ...longWindow(choice), ...chance(choice), ...(choice.happens(1, 2) ? { delay: '5s' } : {}) }),
  (choice) => ({ fault: 'not-yet-reachable', ...longWindow(choice), ...chance(choice), delay: choice.of(['30s', '5m']) }),
  (choice, endpoints) => ({ fault: 'quota-cut', ...matchFor(choice, endpoints), at: choice.of(['3d', '7d']) }),
];

const operation = (choice: Choice): { readonly match?: Json } => {
  return writeMatch(choice.of(['', 'run', 'runsync', 'status', 'cancel', 'createPod']));
};

const writeMatch = (act: string): { readonly match?: Json } => (act === '' ? {} : { match: { operation: act } });

const chance = (choice: Choice): { readonly chance?: Json } => (choice.happens(1, 2) ? {} : { chance: choice.of(['1/2', '1/5']) });

const window = (choice: Choice): { readonly window: Json } => {
  const from = choice.of([0, 0, 1_000, 10_000]);
  return { window: { from: formatDuration(from), to: formatDuration(from + choice.of([1_000, 15_000, 120_000])) } };
};

/** Of a fault that strikes what comes long after the first calls. */
const longWindow = (choice: Choice): { readonly window: Json } => ({ window: { from: '0s', to: choice.of(['1m', '1h']) } });

const writeFaults = (choice: Choice, made: readonly MadeFault[], endpoints: readonly string[]): readonly Json[] =>
  choice.some(made, 1, 3).map((make) => make(choice, endpoints));
