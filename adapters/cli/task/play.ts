import { randomBytes } from 'node:crypto';
import {
  type AgentTask,
  computeRegret,
  formatBrief,
  judgeTask,
  markBeginning,
  pollMsDefault,
  type Regret,
  type TaskResult,
  timeOfJudging,
} from '../../../engine/agents/index.ts';
import { describeTimes, mechanismsIn, type Times } from '../../../engine/cloud/index.ts';
import { defaultWorldId } from '../../../engine/control/index.ts';
import type { Json } from '../../../engine/kernel/index.ts';
import { play, type Run, type Scenario } from '../../../engine/scenario/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { buildEnvironment } from '../../host/environment.ts';
import { WorldHost } from '../../host/world/worldHost.ts';
import type { AnswerAgent } from '../../http/agentRouter.ts';
import { serveOn } from '../../http/server.ts';
import { sha256 } from '../../store/sha256.ts';
import { findClientKey } from '../serve/firstWorld.ts';
import { BadInput } from '../terminal/exit.ts';
import type { AgentEnding } from './agent.ts';
import { grantTools } from './granted.ts';

/** The outcome of an agent's run of a task under one seed. */
export interface PlayedTask extends TaskResult, Pick<AgentEnding, 'end'> {
  readonly file: string;
  readonly title: string;
  readonly seed: string;
  /** The basis of its world's times, and their error. */
  readonly times: Times;
  readonly fingerprint: string;
  /** How far it was from the best that was found; where that was asked for. */
  readonly regret?: Regret;
  /** The page that shows it, where one was asked for. */
  readonly page?: string;
}

/** An agent at work, with its brief, and with the address and the key of the platform as variables of its environment. */
export type AgentAtWork = (brief: string, env: Readonly<Record<string, string>>) => Promise<AgentEnding>;

/** Further results of a run: its regret, and a page of it, whose path is returned. */
export interface TaskExtras {
  readonly regret?: boolean;
  readonly page?: ((world: World) => string) | undefined;
}

/**
 * Plays the past of the task, serves the world to the agent, and judges it. The agent can call only the platform: the control plane
 * requires a token that it does not get.
 */
export const playTask = async (task: AgentTask, scenario: Scenario, work: AgentAtWork, more: TaskExtras = {}): Promise<PlayedTask> => {
  const clock = { clock: 'auto' } as const;
  const apiKey = findClientKey(scenario.definition);
  if (apiKey === undefined) throw new BadInput(`${task.file}: gives no secret of a key for the agent`);
  let broken: unknown;
  const worldHost = new WorldHost({
    clock,
    apiKey,
    pollMaxMs: task.spec.poll ?? pollMsDefault,
    onBreak: (_, error) => {
      broken ??= error;
    },
  });
  let before: Run | undefined;
  const hosted = worldHost.serve(
    defaultWorldId,
    (onChange) => {
      before = play(scenario, { onChange, sha256 });
      return before.world;
    },
    clock,
  );
  const { world } = hosted;
  if (before?.verdict !== 'pass')
    throw new BadInput(`${task.file}: its scenario does not pass: ${[...(before?.failures ?? []), ...(before?.unfired ?? [])].join('; ')}`);
  const { variables } = before;
  const beginning = markBeginning(world);
  let calls = 0;
  const logRequest = () => {
    calls += 1;
  };
  const server = await serveOn(worldHost, {
    host: '127.0.0.1',
    port: 0,
    controlToken: randomBytes(24).toString('hex'),
    logRequest,
    answerAgent: countCalls(grantTools(task.spec, worldHost, apiKey, world.seed), (more) => {
      calls += more;
    }),
    agentToken: apiKey,
  });
  try {
    const { printed, end } = await work(formatBrief(task.spec, variables), {
      ...buildEnvironment(server.url, apiKey),
      PODSIM_MCP: `${server.url}/mcp`,
    });
    const result = hosted.look(() => {
      const endedAt = world.now;
      const at = timeOfJudging(task.spec, beginning);
      if (world.now < at) world.advance({ to: at });
      const judged = judgeTask(task.spec, { world, variables }, beginning, { endedAt, printed, calls });
      const regret = more.regret === true ? { regret: computeRegret(world, { spec: task.spec, variables, beginning }, endedAt) } : {};
      return { ...judged, ...regret };
    });
    if (broken !== undefined) throw broken;
    const { definition } = scenario;
    const page = more.page?.(world);
    const known = {
      file: task.file,
      title: task.spec.title,
      seed: definition.seed,
      times: describeTimes(definition, () => mechanismsIn(world.log.entries())),
      end,
    };
    return { ...known, ...result, fingerprint: world.fingerprint(), ...(page === undefined ? {} : { page }) };
  } finally {
    await server.close();
    await worldHost.release();
  }
};

/** Counts the calls of a batch beyond the first: the request itself counts as one. */
const countCalls =
  (answer: AnswerAgent, count: (more: number) => void): AnswerAgent =>
  (req, res, message) => {
    const called = Array.isArray(message) ? message.filter((one) => isObject(one) && one['method'] === 'tools/call').length : 0;
    count(Math.max(0, called - 1));
    return answer(req, res, message);
  };

const isObject = (value: Json): value is { readonly [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
