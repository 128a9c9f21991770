import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../../../adapters/cli/files.ts';
import { findId, findKind, type Kind, type StateOf } from '../../../engine/cloud/entities.ts';
import { State } from '../../../engine/cloud/state/state.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { possibleRows } from '../../../engine/world/reports/explain/possible.ts';
import { World } from '../../../engine/world/world.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';
import { entriesOf, playedText, scenariosIn, scenarioText, submit } from '../../support/worlds/playing.ts';

const busy = new World(busyWorld());
playBusily(busy);

const possibleTo = (kind: Kind, entity: StateOf<Kind>, state: State): readonly string[] =>
  possibleRows(kind, entity, state).map(({ event }) => event);

/** The steps of entity N of a kind in a scenario, as `event: description (rule)`. */
const stepsOf = (file: string, kind: Kind, number: number): readonly string[] => {
  const [scenario] = scenariosIn(`scenarios/${file}.scenario.yaml`);
  if (scenario === undefined) throw new Error(`${file} has no run`);
  const run = play(scenario);
  const { world } = run;
  const ids = [...new Set(entriesOf(run).flatMap(({ event }) => (findKind(event) === kind ? [findId(kind, event)] : [])))];
  const history = finish(explain(world.log, ids[number - 1] ?? '', world.settings, world.state))?.history ?? [];
  return history.map(({ entry, description, rule }) => `${entry.event.type}: ${description} (${rule})`);
};

describe('a step of a history says what happened, as the log has it', () => {
  // biome-ignore format: a table
  test.each<[scenario: string, kind: Kind, number: number, step: string]>([
    ['clusters/moves-to-a-spare-host',       'pod',      2, 'PodResumed: its cluster starts it again, on another host: ro-3 (cluster.lifecycle)'],
    ['clusters/degrades-and-heals',          'pod',      1, 'PodResumed: its cluster starts it again, on the same host (cluster.lifecycle)'],
    ['pods/stop-and-start',                  'pod',      1, 'PodResumed: started again, on the same host (pod.start)'],
    ['pods/container-disk',                  'pod',      1, 'PodRestarted: restarted in place; the container disk is wiped (pod.restart)'],
    ['pods/container-disk',                  'pod',      1, 'PodRestarted: a PATCH changed its container, which starts again; the container disk is wiped (pod.patch-reset)'],
    ['clusters/waits-for-room',              'pod',      1, 'PodTerminated: deleted with its cluster (cluster.delete)'],
    ['account/registry',                     'endpoint', 1, 'EndpointUpdated: the registry credential that it names is deleted (registry.delete-used)'],
    ['endpoints/deleted',                    'job',      1, 'JobCancelled: its endpoint is deleted (endpoint.delete)'],
    ['jobs/lost-again-after-a-retry',        'job',      1, 'JobFailed: its worker is lost, and it is not queued again (job.worker-lost)'],
    ['jobs/retry-after-failure',             'job',      1, 'JobFailed: the handler fails (job.fail)'],
    ['jobs/short-ttl-under-backlog',         'job',      1, 'JobExpired: its time to live is over (job.ttl)'],
    ['jobs/status-ttl-before-the-end',       'job',      2, 'JobExpired: its result was kept long enough (job.status-ttl)'],
    ['workers/maximum-below-minimum',        'worker',   2, 'WorkerStopped: its endpoint has more workers than workers.max (worker.min)'],
    ['workers/crash-during-a-rollout',       'worker',   1, 'WorkerStopped: it runs an older release of its endpoint (worker.rollout)'],
    ['balancer/times-and-ports',             'request',  1, 'RequestClosed: its client has the answer (lb.traffic)'],
    ['faults/host-given-back',               'fault',    1, 'FaultEnded: it is removed (fault.window)'],
  ])('%s, %s %i: %s', (file, kind, number, step) => {
    expect(stepsOf(file, kind, number)).toContain(step);
  });

  test('without alternatives to choose from', () => {
    const known = new Map<string, Kind>();
    for (const { event } of busy.log.entries()) {
      const kind = findKind(event);
      if (kind !== undefined) known.set(findId(kind, event), kind);
    }
    const steps = [...known.keys()].flatMap((id) => finish(explain(busy.log, id, busy.settings, busy.state))?.history ?? []);
    const unclear = steps.flatMap(({ entry, description }) => (/,? or /.test(description) ? [`${entry.event.type}: ${description}`] : []));
    // Which of the two it was, its cause says.
    const named = ['FaultInjected: a scenario or the control plane injects it', 'JobQueued: run or runsync accepts it'];
    expect([...new Set(unclear)].filter((step) => !named.includes(step))).toStrictEqual([]);
    expect(steps.length).toBeGreaterThan(1_000);
  });
});

/** The events in a log that were not said to be possible just before. */
const surprisesIn = ({ header, log, state: { placements } }: World): readonly string[] => {
  const state = new State({ sharing: false, startMs: header.definition.startMs, hosts: placements.hosts });
  return [...log.entries()].flatMap((entry) => {
    const { event } = entry;
    const kind = findKind(event);
    const entity = kind === undefined ? undefined : state.find(kind, findId(kind, event));
    const isSurprise = kind !== undefined && entity !== undefined && !possibleTo(kind, entity, state).includes(event.type);
    const status = entity?.status;
    state.replay(entry);
    return isSurprise ? [`${status}: ${event.type}`] : [];
  });
};

const worldsOf = (folder: string): readonly World[] =>
  scenarioFiles([`scenarios/${folder}`]).flatMap((path) => scenariosIn(path).map((scenario) => play(scenario).world));

describe('what is said to be possible', () => {
  // biome-ignore format: a table
  test.each([
    ['in a busy world',     () => [busy]],
    ['to clusters',         () => worldsOf('clusters')],
    ['to pods',             () => worldsOf('pods')],
    ['because of faults',   () => worldsOf('faults')],
    ['while workers scale', () => worldsOf('scaling')],
  ])('is all that ever happens %s', (_, worlds) => {
    expect([...new Set(worlds().flatMap(surprisesIn))]).toStrictEqual([]);
  });

  test('leaves out what never happens to one like it', () => {
    const { state } = playedText(
      scenarioText(`steps: [${submit}, { when: job $job is COMPLETED, within: 1m, act: health, with: { endpoint: ep-a } }]`),
    ).world;
    const [job] = [...state.all('job')];
    const [worker] = [...state.all('worker')];
    if (job === undefined || worker === undefined) throw new Error('there is no job, or no worker');
    expect(possibleTo('job', job, state)).toStrictEqual(['JobDrained', 'JobResultLimited', 'JobExpired']);
    expect(possibleTo('worker', worker, state)).not.toContain('WorkerTookRequest');
  });

  test('says how a fault may end, and what a caller can do to it', () => {
    const [scenario] = scenariosIn('scenarios/faults/host-given-back.scenario.yaml');
    if (scenario === undefined) throw new Error('there is no run');
    const { world } = play(scenario, { entriesMax: 12 });
    const possible = finish(explain(world.log, 'fault-1', world.settings, world.state))?.possible ?? [];
    expect(possible.flatMap(({ event, description, byCaller }) => (event === 'FaultEnded' ? [[description, byCaller]] : []))).toStrictEqual(
      [
        ['it is removed', true],
        ['its window is over', undefined],
      ],
    );
  });

  test('says of a member of a cluster that its cluster starts it, and that no caller does', () => {
    const [scenario] = scenariosIn('scenarios/clusters/host-back-without-capacity.scenario.yaml');
    if (scenario === undefined) throw new Error('there is no run');
    const { world } = play(scenario, { entriesMax: 25 });
    const member = [...world.state.all('pod')].find(({ status }) => status === 'ERROR');
    const possible = finish(explain(world.log, member?.id ?? '', world.settings, world.state))?.possible;
    expect(possible?.find(({ event }) => event === 'PodResumed')).toStrictEqual({
      from: 'ERROR',
      event: 'PodResumed',
      to: 'PROVISIONING',
      rule: 'cluster.lifecycle',
      description: 'its cluster starts it again',
    });
    expect(possible?.map(({ event }) => event)).toStrictEqual(['PodResumed', 'PodTerminated']);
  });
});
