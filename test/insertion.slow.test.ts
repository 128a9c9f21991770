import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { gpuPools } from '../engine/cloud/catalog/gpuPools.ts';
import { findId, findKind } from '../engine/cloud/entities.ts';
import type { Attempt } from '../engine/cloud/handler/attempt.ts';
import { canonicalText, type Json } from '../engine/kernel/canonical.ts';
import { hash128 } from '../engine/kernel/rng.ts';
import { days, type VirtualTime } from '../engine/kernel/time.ts';
import type { ScenarioSpec } from '../engine/scenario/file/format.ts';
import { play } from '../engine/scenario/play/play.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import type { StepSpec } from '../engine/scenario/step/stepFormat.ts';
import { allPermissions, type WorldDefinition } from '../engine/simulator/definition.ts';
import type { World } from '../engine/world/world.ts';
import { everyNth, fewOrAll } from './support/long.ts';
import { withMeasuredTimes } from './support/measured.ts';
import { scenariosIn, scenariosOf } from './support/worlds/playing.ts';
import { endpointConfig, gpuHost } from './support/worlds/worlds.ts';

/**
 * Checks what docs/determinism.md promises about insertions on every scenario: an input of another account, which shares nothing with
 * the scenario, is inserted, and every other entity must have exactly the same events.
 * `PODSIM_INSERT=all` inserts everything everywhere; otherwise each scenario gets a few insertions, at places that its name decides.
 */
const everywhere = process.env['PODSIM_INSERT'] === 'all';
const insertionsPerScenario = fewOrAll(1, 4);
/** A scenario whose log is longer is left to the long version. */
const entriesMax = everywhere ? 1_000_000 : fewOrAll(300, 1_000_000);

/** The bystander's account, and compute that the scenario does not use. */
const gpuOf = (spec: ScenarioSpec): { readonly pool: string; readonly type: string; readonly others: readonly string[] } => {
  // What a scenario expects, such as a list of all types, it does not use.
  const said = JSON.stringify(spec, (key, value: unknown) => (key === 'expect' ? undefined : value));
  for (const { id, gpuTypes } of gpuPools) {
    const type = gpuTypes.find((one) => !said.includes(one));
    if (!said.includes(id) && type !== undefined) return { pool: id, type, others: gpuTypes.filter((one) => one !== type) };
  }
  throw new Error('every GPU is spoken of');
};

const withBystander = ({ definition, spec, ...rest }: Scenario): Scenario => {
  const { pool, type, others } = gpuOf(spec);
  const gpu = { pools: [pool], excludedTypes: others, count: 1, allowedCudaVersions: [], minCudaVersion: null };
  const key = {
    name: 'bystander',
    secret: 'key-bystander',
    permissions: allPermissions,
    queueEndpoints: null,
    rateLimitExempt: true,
    expiresAt: null,
  };
  const whole: WorldDefinition = {
    ...definition,
    hosts: definition.hosts && [...definition.hosts, gpuHost('host-bystander', 8, { gpuTypeId: type, dataCenterId: 'EUR-NO-1' })],
    accounts: [...definition.accounts, { id: 'bystanders', keys: [key] }],
    endpoints: [
      {
        id: 'ep-bystander',
        accountId: 'bystanders',
        config: endpointConfig({ cpu: null, gpu, workers: { min: 0, max: 2 } }),
        handler: { duration: { kind: 'exponential', meanMs: 4_000 }, outcomes: ['complete'] },
      },
      ...definition.endpoints,
    ],
  };
  return { ...rest, spec, definition: whole };
};

interface Insertion {
  readonly name: string;
  /** Whether it causes events of its own during the scenario. */
  readonly acts?: true;
  /** The scenario with the insertion, at a place from 0 to 1 of its steps; undefined where it does not fit. */
  readonly into: (scenario: Scenario, place: number) => Scenario | undefined;
}

const step = (some: object): StepSpec => ({ as: 'bystander', ...some }) as unknown as StepSpec;

/** Adds a step to steps, or an input to inputs, at the time of the next one. */
const withStep = (scenario: Scenario, place: number, one: StepSpec, after = 0): Scenario => {
  const { spec } = scenario;
  if (spec.inputs !== undefined) {
    const k = Math.min(spec.inputs.length - 1, Math.floor(place * spec.inputs.length));
    const next = spec.inputs[k];
    const at = next === undefined || !('at' in next) ? 0 : [next.at].flat()[0];
    return { ...scenario, spec: { ...spec, inputs: spec.inputs.toSpliced(k, 0, { at, ...one } as never) } };
  }
  const steps = spec.steps ?? [];
  return { ...scenario, spec: { ...spec, steps: steps.toSpliced(Math.round(place * steps.length) + after, 0, one) } };
};

const calls = (name: string, one: (scenario: Scenario) => object): Insertion => ({
  name,
  acts: true,
  into: (scenario, place) => withStep(withBystander(scenario), place, step(one(scenario))),
});

const never = {
  match: {},
  from: 0 as VirtualTime,
  atOnce: false,
  until: Number(days(9)) as VirtualTime,
  chance: [0, 1],
  limit: null,
  delayMs: 1,
  status: 503,
} as const;
const faultsInFront = (name: string, some: object): Insertion => ({
  name,
  into: (scenario) => {
    // Ids of faults are numbers: after the insertion, a scenario that names one by its number would mean another one.
    if (scenario.spec.steps?.some(({ act }) => act === 'clearFault') === true) return undefined;
    const whole = withBystander(scenario);
    return { ...whole, definition: { ...whole.definition, faults: [{ ...never, ...some } as never, ...whole.definition.faults] } };
  },
});

const loads = (name: string, act: 'run' | 'runsync'): Insertion => ({
  name,
  acts: true,
  into: (scenario) => {
    if (scenario.spec.inputs !== undefined) return undefined;
    const whole = withBystander(scenario);
    const load = {
      act,
      as: 'bystander',
      with: { endpoint: 'ep-bystander', body: { input: {} } },
      burst: { size: 2, every: 7_000 },
      exactly: 6,
    };
    return { ...whole, spec: { ...whole.spec, load: [load as never, ...(whole.spec.load ?? [])] } };
  },
});

/** Resources that another account can create without taking capacity away. */
const free = ['createTemplate', 'createRegistry', 'createDelegation', 'createNetworkVolume', 'run', 'runsync', 'retry', 'cancel'];

const insertions: readonly Insertion[] = [
  { name: 'an account and an endpoint', into: withBystander },
  calls('a job on another endpoint', () => ({ act: 'run', with: { endpoint: 'ep-bystander', body: { input: {} } } })),
  calls('a pod', ({ spec }) => ({ act: 'createPod', with: { body: { name: 'p', image: 'an-image', gpu: { id: gpuOf(spec).type } } } })),
  calls('an endpoint that is made meanwhile', ({ spec }) => {
    const { pool, others } = gpuOf(spec);
    const gpu = { pools: [pool], ...(others.length === 0 ? {} : { excludedTypes: others }) };
    const scaling = { type: 'REQUEST_COUNT', requestCount: 1 };
    return { act: 'createEndpoint', with: { body: { name: 'e', type: 'QUEUE', image: 'an-image', scaling, gpu, workers: { min: 1 } } } };
  }),
  calls('a call that is refused', () => ({ act: 'run', with: { endpoint: 'nowhere', body: {} } })),
  calls('a call of our own that is refused', () => ({ as: undefined, act: 'run', with: { endpoint: 'nowhere', body: { input: {} } } })),
  {
    name: 'an identical call of another account, just before',
    acts: true,
    into: (scenario, place) => {
      const steps = scenario.spec.steps ?? [];
      const fitting = steps.flatMap(({ act = '', delay }, k) => (free.includes(act) && delay === undefined ? [k] : []));
      const k = fitting[Math.floor(place * fitting.length)] ?? fitting.at(-1);
      if (k === undefined) return undefined;
      const { name: _name, save: _save, expect: _expect, repeat: _repeat, ...same } = steps[k] as StepSpec;
      const whole = withBystander(scenario);
      return { ...whole, spec: { ...whole.spec, steps: steps.toSpliced(k, 0, step({ ...same, as: 'bystander' })) } };
    },
  },
  loads('a load before all others', 'run'),
  loads('a load of calls that wait', 'runsync'),
  faultsInFront('a fault of calls that never strikes', { fault: 'api-error' }),
  faultsInFront('a slowness of calls that never strikes', { fault: 'api-latency' }),
  faultsInFront('a fault of workers that never strikes', { fault: 'worker-crash' }),
  faultsInFront('a lack of hosts that never comes', { fault: 'no-capacity' }),
  faultsInFront('a slow image that never is', { fault: 'slow-image-pull' }),
  faultsInFront('a fault of the other endpoint', { fault: 'worker-crash', match: { endpoint: 'ep-bystander' }, chance: null }),
];

/** The events of every entity with their times, by id. Faults and pending calls have running numbers, so here their content names them. */
const historiesOf = ({ log }: World): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  const named = (id: string, said: string): void => {
    seen.set(said, (seen.get(said) ?? 0) + 1);
    names.set(id, `${said}#${seen.get(said)}`);
  };
  const histories = new Map<string, string[]>();
  for (const { at, event } of log.entries()) {
    const kind = findKind(event);
    if (kind === undefined) continue;
    if (event.type === 'FaultInjected') named(event.faultId, canonicalText(event.spec));
    if (event.type === 'CallHeld')
      named(event.callId, canonicalText({ ...event, callId: '', slowedBy: names.get(event.slowedBy ?? ''), at }));
    const plain = Object.fromEntries(
      Object.entries(event).map(([field, value]) => [
        field,
        ['faultId', 'slowedBy', 'callId'].includes(field) && typeof value === 'string' ? (names.get(value) ?? value) : value,
      ]),
    );
    const id = findId(kind, event);
    const history = histories.get(`${kind} ${names.get(id) ?? id}`) ?? [];
    history.push(`${at} ${canonicalText(plain as Json)}`);
    histories.set(`${kind} ${names.get(id) ?? id}`, history);
  }
  return histories;
};

const played = ({ spec, ...rest }: Scenario): World => {
  const { assert: _assert, fingerprint: _fingerprint, ...steps } = spec;
  return play({ ...rest, spec: { ...steps, invariants: 'none' } }, { entriesMax: 2 * entriesMax }).world;
};

/**
 * Whether the scenario has a fault that can hit any entity. Then an insertion is not independent, because the fault may hit it instead
 * of another entity. A lack of capacity also counts: capacity that an insertion frees is offered to all that wait.
 */
const isShared = ({ log }: World): boolean => {
  for (const { event } of log.entries()) {
    if (event.type === 'FaultInjected' && event.spec.fault === 'no-capacity') return true;
    if (event.type === 'FaultInjected' && !['endpoint', 'worker', 'pod', 'host', 'image', 'gpu'].some((part) => part in event.spec.match))
      return true;
  }
  return false;
};

/** The first event that differs. The entity may have more events at the end. */
const changed = (base: ReadonlyMap<string, readonly string[]>, world: World): string | undefined => {
  const histories = historiesOf(world);
  for (const [id, history] of base) {
    const now = histories.get(id) ?? [];
    const k = history.findIndex((line, n) => line !== now[n]);
    if (k !== -1) return `${id}: was ${history[k]}\n  is ${now[k]}`;
  }
  return undefined;
};

const files = scenarioFiles(['scenarios']);

const places = everywhere ? [0, 0.3, 0.6, 1] : [0, 0.5, 1];

/** The insertions of a scenario and their places. They depend on its name only. */
const chosen = (file: string): readonly (readonly [Insertion, number])[] => {
  if (everywhere) return insertions.flatMap((one) => places.map((place) => [one, place] as const));
  const { a, b } = hash128(file);
  return Array.from({ length: insertionsPerScenario }, (_, k) => [
    insertions[(a + k * 4) % insertions.length] as Insertion,
    places[(b + k) % places.length] as number,
  ]);
};

/** Under the times of each scenario's file, and under those that were measured; and how often at least each insertion is tried. */
const runs = [
  { name: 'the times of its file', files: everyNth(files, 2), change: (scenario: Scenario): Scenario => scenario, least: 5 },
  { name: 'measured times', files: everyNth(files, 3), change: withMeasuredTimes, least: 1 },
];

describe('an insertion changes nothing in entities that share nothing with it', () => {
  test.each(runs)('in every scenario, under $name', { timeout: 600_000 }, ({ files, change, least }) => {
    const counts = new Map(insertions.map(({ name }) => [name, 0]));
    const complaints: string[] = [];
    for (const file of files) {
      const [found] = scenariosIn(file);
      if (found === undefined) continue;
      const scenario = change(found);
      const before = played(scenario);
      if (before.log.length > entriesMax) continue;
      const base = historiesOf(before);
      // A long scenario is played with one insertion only.
      const some = !everywhere && before.log.length > 3_000 ? chosen(file).slice(0, 1) : chosen(file);
      for (const [{ name, acts, into }, place] of some) {
        // Under measured times an endpoint acts by itself: it prepares a worker.
        const inserted = (acts || change === withMeasuredTimes) && isShared(before) ? undefined : into(scenario, place);
        if (inserted === undefined) continue;
        counts.set(name, (counts.get(name) ?? 0) + 1);
        const words = changed(base, played(inserted));
        if (words !== undefined) complaints.push(`${file}, with ${name} at ${place}:\n  ${words}`);
      }
    }
    expect(complaints.join('\n')).toBe('');
    expect([...counts].filter(([, count]) => count < least)).toStrictEqual([]);
  });
});

/** The outcome of each start of each job. */
/** Which job of a process is its first depends on the jobs before it, as when it starts does: what it loads is no draw of the job's own. */
const drawnOf = ({ loadsMs: _, ...attempt }: Attempt): unknown => attempt;

const attemptsOf = ({ log }: World): ReadonlyMap<string, readonly unknown[]> => {
  const attempts = new Map<string, unknown[]>();
  for (const { event } of log.entries()) {
    if (event.type === 'JobQueued') attempts.set(event.jobId, []);
    if (event.type === 'JobStarted') attempts.get(event.jobId)?.push(drawnOf(event.attempt));
  }
  return attempts;
};

describe('a job that is put in front of others, on their own endpoint,', () => {
  test('may make them wait, but changes neither their ids nor the outcome of any of their starts', { timeout: 600_000 }, () => {
    const met = { jobs: 0, missing: 0, starts: 0 };
    for (const file of files) {
      const [scenario] = scenariosIn(file);
      const endpoint = scenario?.spec.world?.endpoints?.[0];
      if (scenario === undefined || endpoint === undefined || (!everywhere && hash128(file).c % fewOrAll(6, 3) > 0)) continue;
      const before = played(scenario);
      // The outcome of a start depends on the handler and on the crash faults at its time, so both must stay the same over time.
      const isOtherLater =
        scenario.spec.steps?.some(({ act }) => act === 'setHandler') === true ||
        scenario.definition.faults?.some(({ fault, until }) => fault === 'worker-crash' && until !== null) === true;
      if (before.log.length > Math.min(entriesMax, 5_000) || isShared(before) || isOtherLater) continue;
      const again = attemptsOf(
        played(
          withStep(scenario, 0, step({ as: undefined, act: 'run', with: { endpoint: endpoint.id, body: { input: { first: true } } } })),
        ),
      );
      for (const [id, attempts] of attemptsOf(before)) {
        const now = again.get(id);
        met.jobs += 1;
        // The job was refused because the queue was full, or its step waited for a condition that was never met.
        if (now === undefined) met.missing += 1;
        else {
          const both = Math.min(attempts.length, now.length);
          met.starts += both;
          expect(now.slice(0, both), `${file}, ${id}`).toStrictEqual(attempts.slice(0, both));
        }
      }
    }
    expect(met.starts).toBeGreaterThan(30);
    expect(met.missing / met.jobs).toBeLessThan(0.1);
  });
});

describe('a fault by chance', () => {
  /** Twelve workers start at one instant, and then six pods. Whether the fault hits is drawn for each. */
  const scenarioFrom = (at: string, fault: string): string => `
title: a scenario
seed: by-chance
world: { settings: { worker: { imagePull: 0s } }, endpoints: [{ id: ep-a, workers: { min: 0, max: 12 } }] }
faults: [{ fault: ${fault}, chance: 1/2, window: { to: 1h } }]
steps:
  - { name: workers, at: ${at}, act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 12, max: 12 } } } }
${[1, 2, 3, 4, 5, 6]
  .map((k) => `  - { name: pod-${k}, act: createPod, with: { body: { name: p, image: i, gpu: { id: NVIDIA GeForce RTX 3090 } } } }`)
  .join('\n')}
  - { after: pod-6, delay: 20s, act: health, with: { endpoint: ep-a } }
`;
  const struckFrom = (at: string, fault: string): readonly string[] => {
    const [scenario] = scenariosOf(scenarioFrom(at, fault));
    if (scenario === undefined) throw new Error('there is no scenario');
    return [...played(scenario).log.entries()].flatMap(({ event }) => (event.type === 'FaultStruck' ? [event.target] : []));
  };

  test.each([
    ['no-capacity, match: { endpoint: ep-a }', 12],
    ['image-pull-failure', 18],
    ['slow-image-pull, delay: 1m', 18],
  ])('of %s hits some of the entities at one instant, and the same ones at another', (fault, all) => {
    const struck = struckFrom('1s', fault);
    expect(struck.length).toBeGreaterThan(1);
    expect(struck.length).toBeLessThan(all - 1);
    expect(struckFrom('7s', fault)).toStrictEqual(struck);
  });
});
