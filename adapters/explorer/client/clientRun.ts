import { isLeft } from 'fp-ts/lib/Either.js';
import { type BrokenProperty, findUsedHosts, observeEnd, parseStoryScenario, type Story } from '../../../engine/lab/explorer/index.ts';
import { findFirstSecret, type WorldDefinition } from '../../../engine/simulator/index.ts';
import { World } from '../../../engine/world/index.ts';
import { sha256 } from '../../store/sha256.ts';
import { asBroken, propertyOfViolation } from './broken.ts';
import { ClientCalls, worldUrl } from './calls.ts';
import { describeEnding, describeThrown, type HowItEnded, isMistake, Uncaught } from './clientEnding.ts';
import type { ClientOutcome } from './clientOutcome.ts';
import { ClientHooks, type ClientReceiver, clientOrigin, hookAnswersIn, webhookUrl } from './hooks.ts';
import type { Network } from './network.ts';
import { checkOwn, type OwnProperties, type RunSeen, showRun } from './ownProperties.ts';
import type { ClientCheck } from './properties.ts';
import { findReason } from './undone.ts';
import { turn, type VirtualTimers } from './virtualTimers.ts';

/** What a client is called with. */
export interface ClientWorld {
  /** The base URL of both APIs. */
  readonly url: string;
  /** Reaches the world. The global `fetch` of the thread does so, too. */
  readonly fetch: typeof fetch;
  /** The secret of the world's first key. */
  readonly apiKey: string;
  /** The seed of this run, for choices of the client's own. */
  readonly seed: string;
  /** The id of the world's first endpoint. */
  readonly endpoint: string;
  /** Waits in virtual time, in ms. */
  readonly sleep: (ms: number) => Promise<void>;
  /** A URL to submit jobs with, as their `webhook`: what the platform posts there comes to the receiver. */
  readonly webhookUrl: string;
  /** Gives the client a receiver of webhooks. It is called as a web server calls its handler, and may be called twice, late, or never. */
  readonly onWebhook: (receiver: ClientReceiver) => void;
}

/** A client: a function that does its work, and ends. */
export type ExploredClient = (world: ClientWorld) => unknown;

/** What one run is made of: the rest follows. */
export interface ClientRun {
  readonly seed: string;
  /** Its world, with settings, handlers and faults; without steps. */
  readonly story: Story;
  readonly network: Network;
  /** Whether its hosts were drawn, so that room may run short. */
  readonly fewHosts: boolean;
}

/** The bounds of a run that are not in calls. Each has a name, which reports give. */
export const runBounds = { days: 7, entries: 20_000, timers: 1_000_000 } as const;

/** What all runs of a thread share. */
export interface RunContext {
  readonly timers: VirtualTimers;
  readonly check: ClientCheck;
  /** The properties of the user's own; none unless given. */
  readonly own?: OwnProperties | undefined;
  /** Called whenever the client gave its thread a turn: one that blocks does not. */
  readonly onTurn?: (() => void) | undefined;
}

/** Runs a client to its end in a world of its own, in virtual time, and checks what it did. */
export const runClient = async (
  client: ExploredClient,
  run: ClientRun,
  { timers, check, own = {}, onTurn = () => undefined }: RunContext,
): Promise<ClientOutcome> => {
  const scenario = parseStoryScenario(run.story, 'client.scenario.yaml', () => undefined);
  if (isLeft(scenario)) return noWorld;
  const { definition } = scenario.right;
  timers.begin(definition.startMs, run.seed);
  const hooks = new ClientHooks({
    timers,
    network: run.network,
    isOfNetwork: (error) => calls.failures.has(error),
    inWorld: (work) => calls.inWorld(work),
  });
  const world = new World({ ...definition, webhooks: [clientOrigin] }, { sha256, onChange: hooks.onChange });
  const calls: ClientCalls = new ClientCalls(world, timers, run.network, hooks);
  const onWebhook = (receiver: ClientReceiver): void => {
    hooks.receive(receiver);
    calls.pump();
  };
  const end = await drive(client, run, definition, world, calls, timers, onWebhook, onTurn, () => {
    const ended = { exchanges: calls.exchanges, world, how: 'stopped', said: undefined, hooksTaken: hooks.taken } as const;
    return check(ended, 'lasting').length > 0;
  });
  hooks.stop();
  calls.close();
  const broken =
    calls.ended !== undefined && 'error' in calls.ended
      ? [propertyOfViolation(calls.ended.error)]
      : [...findBreak(end, calls, world, hooks.taken, check), ...(await checkOwn(own, () => showEnd(end, calls, world, hooks.taken)))];
  const { how, said } = describeEnding(end);
  const undone = broken.length > 0 ? undefined : findReason(how, said, 'bound' in end ? end.bound : undefined);
  return {
    kind: broken.length > 0 ? 'failed' : 'bound' in end ? 'cut' : 'held',
    failures: broken,
    ...('bound' in end ? { bound: end.bound } : {}),
    gaveUp: 'thrown' in end,
    undone,
    calls: calls.made,
    exchanges: calls.exchanges,
    entries: world.log.length,
    endedAt: timers.now,
    usedHosts: () => findUsedHosts(world),
    hookAnswers: hookAnswersIn(world),
    how,
    said,
  };
};

const showEnd = (end: HowItEnded, { exchanges }: ClientCalls, world: World, hooksTaken: ClientHooks['taken']): RunSeen => {
  const { how, said } = describeEnding(end);
  const value = 'value' in end ? end.value : 'thrown' in end ? end.thrown : undefined;
  return showRun(exchanges, observeEnd(world, how, said, hooksTaken), world, value);
};

/** What a bound has cut may be wrong already. */
const findBreak = (
  end: HowItEnded,
  { exchanges, failures }: ClientCalls,
  world: World,
  hooksTaken: ClientHooks['taken'],
  check: ClientCheck,
): readonly BrokenProperty[] => {
  const { how, said } = describeEnding(end);
  return [
    ...('stuck' in end ? [asBroken('client-ends', end.stuck)] : []),
    ...('thrown' in end && isMistake(end.thrown, failures) ? [asBroken('no-mistakes', describeThrown(end.thrown))] : []),
    ...check({ exchanges, world, how, said, hooksTaken }),
  ];
};

/** The outcome of a run whose story is no scenario. */
export const noWorld: ClientOutcome = {
  kind: 'invalid',
  failures: [],
  gaveUp: false,
  calls: [],
  exchanges: [],
  entries: 0,
  endedAt: 0,
  usedHosts: () => [],
  hookAnswers: [],
  how: 'stopped',
  said: undefined,
};

/** Drives time: whenever the client has nothing to do but to wait, the next timer fires, be it its own or the world's. */
const drive = async (
  client: ExploredClient,
  { seed, story }: ClientRun,
  definition: WorldDefinition,
  world: World,
  calls: ClientCalls,
  timers: VirtualTimers,
  onWebhook: ClientWorld['onWebhook'],
  onTurn: () => void,
  isHopeless: () => boolean,
): Promise<HowItEnded> => {
  let ending: HowItEnded | undefined;
  const realFetch = globalThis.fetch;
  globalThis.fetch = calls.fetch;
  const endWith = (end: HowItEnded): void => {
    ending ??= end;
  };
  try {
    Promise.resolve(
      client({
        url: worldUrl,
        fetch: calls.fetch,
        apiKey: findFirstSecret(definition),
        seed,
        endpoint: findEndpointId(story),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        webhookUrl,
        onWebhook,
      }),
    ).then(
      (value) => endWith({ value }),
      (thrown: unknown) => endWith({ thrown }),
    );
  } catch (thrown) {
    endWith({ thrown });
  }
  const uncaught = (thrown: unknown): void => endWith({ thrown: new Uncaught(thrown) });
  process.on('unhandledRejection', uncaught);
  try {
    for (let fired = 0, lookAt = firstLook; ; fired++) {
      await turn();
      onTurn();
      if (ending !== undefined) return ending;
      if (calls.exchanges.length >= lookAt) {
        if (isHopeless()) return { isHopeless: true };
        lookAt *= 2;
      }
      const bound = calls.ended !== undefined && 'bound' in calls.ended ? calls.ended.bound : findBoundReached(world, timers, fired);
      if (bound !== undefined) return { bound };
      if (calls.ended !== undefined) return { value: undefined };
      if (calls.isBusy || isWaitingForReal()) continue;
      if (timers.isEmpty) return { stuck: 'the client waits for something that never comes' };
      try {
        timers.fireNext();
      } catch (thrown) {
        return { thrown: new Uncaught(thrown) };
      }
    }
  } finally {
    process.off('unhandledRejection', uncaught);
    globalThis.fetch = realFetch;
  }
};

/** After so many calls, and whenever there are twice as many, it is asked whether the run need go on: a client that never stops is expensive. */
const firstLook = 64;

const findBoundReached = (world: World, timers: VirtualTimers, fired: number): string | undefined => {
  if (timers.now > runBounds.days * 86_400_000) return `virtual time: ${runBounds.days} days`;
  if (world.log.length > runBounds.entries) return `log entries: ${runBounds.entries}`;
  return fired > runBounds.timers ? `timers: ${runBounds.timers}` : undefined;
};

/** Files, DNS, sockets: time stands still until they are done. */
const isWaitingForReal = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.endsWith('Req') || name.endsWith('ReqPromise') || name.endsWith('ReqWrap'));

const findEndpointId = ({ world }: Story): string =>
  (world as { readonly endpoints?: readonly { readonly id: string }[] } | undefined)?.endpoints?.[0]?.id ?? '';
