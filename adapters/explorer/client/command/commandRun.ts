import { spawn } from 'node:child_process';
import { isLeft } from 'fp-ts/lib/Either.js';
import { everyOrigin } from '../../../../engine/api/index.ts';
import { defaultWorldId } from '../../../../engine/control/index.ts';
import { InvariantViolation } from '../../../../engine/kernel/index.ts';
import {
  type BrokenProperty,
  type ClientEnding,
  ExchangeRecorder,
  exchangeOfStep,
  findUsedHosts,
  parseStoryScenario,
} from '../../../../engine/lab/explorer/index.ts';
import { findFirstSecret } from '../../../../engine/simulator/index.ts';
import { World } from '../../../../engine/world/index.ts';
import { hasGroups, killGroup } from '../../../fleet/processGroup.ts';
import { formatBody } from '../../../host/call/bodyText.ts';
import { buildEnvironment } from '../../../host/environment.ts';
import type { HostedWorld } from '../../../host/world/hostedWorld.ts';
import { WorldHost } from '../../../host/world/worldHost.ts';
import { serveOn } from '../../../http/server.ts';
import { sha256 } from '../../../store/sha256.ts';
import { asBroken, propertyOfViolation } from '../broken.ts';
import { callsMax, type MadeCall, nameStep } from '../calls.ts';
import type { ClientOutcome } from '../clientOutcome.ts';
import { type ClientRun, noWorld, runBounds } from '../clientRun.ts';
import { hookAnswersIn } from '../hooks.ts';
import type { ClientCheck } from '../properties.ts';
import { findReason } from '../undone.ts';
import { CommandHooks } from './commandHooks.ts';
import { type CommandTimes, commandMsDefault } from './commandTimes.ts';
import { mistakeIn } from './printedMistake.ts';
import { Withholding } from './withholding.ts';

/** What a command printed that is kept: its end. */
const printedMax = 1_000_000;

/**
 * Runs a command against a world that is served for it on a free port, and checks what it did. The world's clock is `auto`: time goes on
 * while a call waits and after a poll, and the command's own timers are real. Faults of the story break connections (fault.socket).
 */
export const runCommand = async (
  command: string,
  run: ClientRun,
  check: ClientCheck,
  { commandMs = commandMsDefault, withholdMs }: CommandTimes,
): Promise<ClientOutcome> => {
  const scenario = parseStoryScenario(run.story, 'client.scenario.yaml', () => undefined);
  if (isLeft(scenario)) return noWorld;
  const { definition } = scenario.right;
  const apiKey = findFirstSecret(definition);
  const clock = { clock: 'auto' } as const;
  let broken: BrokenProperty | undefined;
  const onError = (error: unknown): void => {
    if (error instanceof InvariantViolation) broken ??= propertyOfViolation(error);
  };
  const hooks = new CommandHooks(run.network, () => hosted.world.now);
  const host = new WorldHost({ clock, apiKey, onBreak: (_id, error) => onError(error), webhookReceiver: hooks.receive });
  const posting = { ...definition, webhooks: [everyOrigin] };
  const hosted: HostedWorld = host.serve(defaultWorldId, (onChange) => new World(posting, { onChange, sha256 }), clock);
  const withholding = withholdMs === undefined ? undefined : new Withholding(run.seed, withholdMs);
  const heard = new HeardCalls(hosted, onError, withholding);
  const server = await serveOn(host, { host: '127.0.0.1', port: 0 });
  const ticking = hooks.moveTime(hosted.world, server.url, () => heard.made.length);
  const end = await awaitEnd(
    command,
    { ...buildEnvironment(server.url, apiKey), PODSIM_SEED: run.seed },
    commandMs,
    () => heard.bound,
  ).finally(async () => {
    withholding?.stop();
    await ticking.stop();
    await server.close();
    await host.release();
  });
  const { world } = hosted;
  const mistake = end.how === 'threw' ? mistakeIn(end.printed) : undefined;
  const checkAll = () =>
    check({ exchanges: heard.exchanges, world, how: end.how, said: end.printed, hooksTaken: hooks.taken, pausesAreReal: true });
  broken ??= withholding?.broken;
  const failures = broken === undefined ? [...(mistake === undefined ? [] : [asBroken('no-mistakes', mistake)]), ...checkAll()] : [broken];
  return {
    kind: failures.length > 0 ? 'failed' : end.bound === undefined ? 'held' : 'cut',
    failures,
    ...(end.bound === undefined ? {} : { bound: end.bound }),
    gaveUp: end.how === 'threw',
    undone: failures.length > 0 ? undefined : findReason(end.how, end.printed, end.bound, true),
    calls: heard.made,
    exchanges: heard.exchanges,
    entries: world.log.length,
    endedAt: world.now,
    usedHosts: () => findUsedHosts(world),
    how: end.how,
    said: end.printed,
    hookAnswers: hookAnswersIn(world),
  };
};

/** The calls that reach a world, from any client. */
class HeardCalls {
  readonly made: MadeCall[] = [];
  readonly #recorder = new ExchangeRecorder();
  readonly #world: World;

  readonly #withholding: Withholding | undefined;

  constructor(hosted: HostedWorld, onError: (error: unknown) => void, withholding: Withholding | undefined) {
    this.#world = hosted.world;
    this.#withholding = withholding;
    hosted.tap = (row, input) => {
      if (row.api === 'control') return { input, answered: () => undefined, failed: onError };
      const at = hosted.world.now;
      const number = this.#recorder.note(exchangeOfStep({ number: 0, sentAt: at }, row, input.request));
      const keyed = { ...input, key: `step/${nameStep(number)}` };
      const place = this.made.push({ number, at, input: keyed }) - 1;
      return {
        input: keyed,
        failed: onError,
        onLeave: () => withholding?.endFor(number),
        answered: (answer) => {
          this.made[place] = { number, at, input: keyed, answer };
          if (withholding?.withholds(number, row) === true) {
            this.#recorder.lose(number, hosted.world.now, 'no answer came: it was withheld');
            return 'withheld';
          }
          if (answer.breaks !== undefined) {
            this.#recorder.lose(number, hosted.world.now, 'the connection broke before the answer came');
            return undefined;
          }
          this.#recorder.answer(number, {
            at: hosted.world.now,
            status: answer.status,
            headers: Object.entries(answer.headers ?? {}),
            body: formatBody(answer),
          });
          return undefined;
        },
      };
    };
  }

  get exchanges(): ExchangeRecorder['exchanges'] {
    return this.#recorder.exchanges;
  }

  /** The bound that the calls have come to. */
  get bound(): string | undefined {
    const { now, log } = this.#world;
    if (this.#withholding?.broken !== undefined) return 'an answer was withheld';
    if (this.made.length > callsMax) return `calls: ${callsMax}`;
    if (now > runBounds.days * 86_400_000) return `virtual time: ${runBounds.days} days`;
    return log.length > runBounds.entries ? `log entries: ${runBounds.entries}` : undefined;
  }
}

interface CommandEnd {
  readonly how: ClientEnding;
  readonly printed: string;
  readonly bound?: string;
}

const awaitEnd = (
  command: string,
  env: Readonly<Record<string, string>>,
  commandMs: number,
  boundReached: () => string | undefined,
): Promise<CommandEnd> =>
  new Promise((resolve, reject) => {
    // In a group of its own, so that what it leaves running can be ended, too.
    const child = spawn(command, { shell: true, detached: hasGroups, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let [printed, bound] = ['', undefined as string | undefined];
    const take = (text: string): void => {
      printed = `${printed}${text}`.slice(-printedMax);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const cut = (because: string): void => {
      bound ??= because;
      killGroup(child.pid);
    };
    const deadline = setTimeout(() => cut(`real time: ${commandMs} ms`), commandMs);
    const watch = setInterval(() => {
      const reached = boundReached();
      if (reached !== undefined) cut(reached);
    }, watchMs);
    let isOver = false;
    const over = (then: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(deadline);
      clearInterval(watch);
      killGroup(child.pid);
      then();
    };
    child.once('error', (error) => over(() => reject(new Error(`${command} cannot be run: ${error.message}`))));
    const end = (code: number | null): void =>
      over(() => resolve(bound === undefined ? { how: code === 0 ? 'returned' : 'threw', printed } : { how: 'stopped', printed, bound }));
    // Once all that it printed was read; a process that it left in a group of its own may hold that open for ever.
    child.once('close', end);
    child.once('exit', (code) => {
      killGroup(child.pid);
      setTimeout(() => end(code), readMsMax).unref();
    });
  });

/** How long what a command printed is read after its end. */
const readMsMax = 1_000;

/** How often it is looked whether the calls have come to a bound. */
const watchMs = 50;
