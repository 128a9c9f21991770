import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../../../adapters/cli/files.ts';
import { sendInputs, type Transport, takingDigests, throughFetch } from '../../../adapters/explorer/overHttp.ts';
import type { WorldFactory } from '../../../adapters/host/storage/worldFactory.ts';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import { fetchThrough } from '../../../adapters/http/inProcess.ts';
import { appWithout } from '../../../adapters/http/server.ts';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { operating } from '../../../engine/api/admission/authorize.ts';
import { findOperation } from '../../../engine/api/operations.ts';
import { defaultWorldId } from '../../../engine/control/operation.ts';
import { entryText } from '../../../engine/kernel/entryText.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import type { Run } from '../../../engine/scenario/play/run.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import { playInputs } from '../../../engine/world/history/rerun.ts';
import { divergence } from '../../../engine/world/reports/divergence.ts';
import { World } from '../../../engine/world/world.ts';
import { ContractMonitor } from '../../support/contract/contractMonitor.ts';
import { fewOrAll, isLong } from '../../support/long.ts';
import { served } from '../../support/serving/served.ts';
import { throughSockets } from '../../support/serving/throughSockets.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';
import { scenariosIn } from '../../support/worlds/playing.ts';

/** Runs with a longer log are sent up to this entry; the logs must be the same up to there. `npm test` sends none that is so long. */
const entriesMax = fewOrAll(200, 1_000);
/** Longer runs are sent in the long version alone, and so are all runs of a file but the first. */
const entriesMaxInSuite = 80;
/** Through sockets, only the first run of each file is sent, and only if its log is no longer than this. */
const entriesMaxOfSockets = fewOrAll(40, 200);

const manual = { clock: 'manual' } as const;

const runs = scenarioFiles(['scenarios']).flatMap((file) =>
  scenariosIn(file)
    .slice(0, fewOrAll(1, Number.POSITIVE_INFINITY))
    .map((scenario, k) => ({ file, first: k === 0, run: play(scenario, { entriesMax, sha256 }) })),
);

/** Answers of its fault are as no document says. */
const isAnsweredAsTold = (run: Run): boolean =>
  [...run.world.log.entries()].some(({ event }) => event.type === 'FaultInjected' && event.spec.fault === 'answer-is');

const seeLengths = () => {
  const cut = runs.filter(({ run }) => run.unfired.some((words) => words.startsWith('entriesMax:')));
  expect(runs.length).toBeGreaterThan(180);
  expect(new Set(cut.map(({ file }) => file.replace(/^scenarios\/(.*)\.scenario\.yaml$/, '$1')))).toStrictEqual(
    new Set([
      'balancer/hundred-at-once',
      'faults/crash-by-chance',
      'limits/queue-quotas',
      'queue/burst-of-ten-thousand',
      'queue/calm-and-bursts',
      'queue/full-at-five-hundred-a-worker',
      'queue/one-worker-half-busy',
      'queue/too-many-at-once',
      'queue/users-who-think',
      'scaling/delay-against-count',
      'scaling/ramp',
      'studies/as-ten-real-jobs',
      'studies/failing-hosts',
      'studies/jobs-by-the-hour',
      'studies/now-and-then',
    ]),
  );
  expect(cut.length).toBe(23);
};
if (isLong) test('the scenarios have all lengths, and few are too long to be sent completely', seeLengths);

describe('the inputs of a scenario, sent over HTTP, give the same log', () => {
  test('in this process', async () => {
    // What receivers of webhooks answer is among the inputs.
    const serving = new WorldHost({ clock: manual, apiKey: '', webhookReceiver: () => new Promise(() => {}) });
    const hearing = new ContractMonitor();
    const inner = fetchThrough(appWithout(serving));
    const [heard, unheard] = [throughFetch(hearing.through(inner), 'http://podsim.test'), throughFetch(inner, 'http://podsim.test')];
    const differences: string[] = [];
    const sent = runs.filter(({ first, run }) => isLong || (first && run.world.log.length <= entriesMaxInSuite));
    for (const { file, run } of sent) {
      const { world } = serving.serve(
        defaultWorldId,
        (onChange) => new World(run.scenario.definition, { onChange, sha256: takingDigests }),
        manual,
      );
      differences.push(...(await differencesOf(file, run, world, isAnsweredAsTold(run) ? unheard : heard)));
      hearing.expectNoComplaints();
    }
    expect(differences).toStrictEqual([]);
    expect(hearing.heard).toBeGreaterThan(fewOrAll(1_000, 5_000));
    expect(sent.length).toBeGreaterThan(150);
  });

  test('through sockets, in worlds of one server', async () => {
    await using server = await served();
    const agent = new Agent({ keepAlive: true });
    const differences: string[] = [];
    // Where webhooks are really posted, their outcomes would be additional inputs.
    const short = runs.filter(
      ({ first, run }) =>
        first && run.world.log.length <= entriesMaxOfSockets && run.scenario.definition.webhooks === undefined && !isAnsweredAsTold(run),
    );
    for (const [k, { file, run }] of short.entries()) {
      const { world } = server.serving.serve(`w-${k}`, takingLogged(run.scenario.definition), manual);
      differences.push(...(await differencesOf(file, run, world, throughSockets(agent, server.port, `/worlds/w-${k}`))));
      server.serving.dropWorld(`w-${k}`);
      server.hearing.expectNoComplaints();
    }
    agent.destroy();
    expect(differences).toStrictEqual([]);
    expect(short.length).toBeGreaterThan(150);
  });

  test('also where clients disconnect while they wait', async () => {
    // No webhooks are really posted: their outcomes would be additional inputs.
    const { webhooks: _, ...definition } = busyWorld();
    const played = busilyPlayed(definition);
    await using server = await served({ making: takingLogged(definition) });
    const agent = new Agent({ keepAlive: true });
    await sendInputs(played.log.entries(), server.world, throughSockets(agent, server.port));
    agent.destroy();
    expect(firstDifference(played, server.world)).toBeUndefined();
    expect(server.world.fingerprint()).toBe(played.fingerprint());
    const left = [...played.log.entries()].filter(({ event }) => event.type === 'CallerLeft');
    expect(left.length).toBeGreaterThan(3);
  });

  test('and a difference is found where they do not', async () => {
    const [{ file, run }] = runs.filter((one) => one.file.endsWith('run-to-completion.scenario.yaml')) as [(typeof runs)[number]];
    await using server = await served({ making: takingLogged({ ...run.scenario.definition, seed: 'another' }) });
    const agent = new Agent({ keepAlive: true });
    const [difference] = await differencesOf(file, run, server.world, throughSockets(agent, server.port));
    agent.destroy();
    expect(difference).toMatch(/^scenarios\/jobs\/run-to-completion\.scenario\.yaml : entry \d+\n/);
  });
});

/** A world that takes the clients of a log, which has only the digests of their keys. */
const takingLogged =
  (definition: WorldDefinition): WorldFactory =>
  (onChange) =>
    new World(definition, { onChange, sha256: takingDigests });

/** The busy world. Over HTTP, the client of every call to the control plane is the operator. */
const busilyPlayed = (definition: WorldDefinition): World => {
  const busy = new World(definition);
  playBusily(busy);
  const inputs = [...busy.log.entries()].map((entry) => {
    const { event } = entry;
    const isOperators = event.type === 'InputReceived' && findOperation(event.operation)?.api === 'control';
    return isOperators ? { ...entry, event: { ...event, client: operating } } : entry;
  });
  const played = new World(definition);
  finish(playInputs(played, inputs));
  return played;
};

/** Sends a run's inputs to a world of the same definition, and returns where the two logs differ. */
const differencesOf = async (file: string, { scenario, world: told }: Run, world: World, send: Transport): Promise<readonly string[]> => {
  const name = `${file} ${scenario.member ?? ''}`;
  try {
    await sendInputs(told.log.entries(), world, send);
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
  const difference = firstDifference(told, world);
  if (difference !== undefined) return [`${name}: ${difference}`];
  return world.fingerprint() === told.fingerprint() ? [] : [`${name}: the fingerprints differ`];
};

const firstDifference = (a: World, b: World): string | undefined => {
  const found = divergence([...a.log.entries()], [...b.log.entries()]);
  const text = (entry: Parameters<typeof entryText>[0] | undefined) => (entry === undefined ? 'ends' : entryText(entry));
  return found && `entry ${found.seq}\n  is         ${text(found.a)}\n  over HTTP  ${text(found.b)}`;
};
