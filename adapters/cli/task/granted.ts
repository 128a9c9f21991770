import { type TaskSpec, type ToolRequest, tools } from '../../../engine/agents/index.ts';
import type { Json } from '../../../engine/kernel/index.ts';
import type { WorldHost } from '../../host/world/worldHost.ts';
import type { AnswerAgent } from '../../http/agentRouter.ts';
import { fetchThrough } from '../../http/inProcess.ts';
import { appWithout } from '../../http/server.ts';
import { answerAgent } from '../../mcp/http.ts';
import { pagesIn } from '../../mcp/pages.ts';
import { sha256 } from '../../store/sha256.ts';
import { ownPackage } from '../ownFiles.ts';

/**
 * Answers the agent of a task by the Model Context Protocol: with `call`, and with what the task grants. A fork shares the draws of its world, and
 * would show what is to come: here each has a seed of its own, which follows from the world's, so that the same actions give the same score.
 */
export const grantTools = ({ tools: granted = [] }: TaskSpec, worldHost: WorldHost, apiKey: string, seed: string): AnswerAgent => {
  const offered = tools.filter(({ name }) => name === 'call' || granted.some((one) => one === name));
  let forks = 0;
  const amend = (asking: ToolRequest): ToolRequest => {
    if (asking.operation !== 'forkWorld') return asking;
    forks += 1;
    const body: Json = { ...(asking.body as object), seed: sha256(`${seed}, fork ${forks}`).slice(0, 16) };
    return { ...asking, body };
  };
  const reach = { fetch: fetchThrough(appWithout(worldHost)), url: 'http://podsim.local', keyOf: () => apiKey, amend };
  return answerAgent(reach, pagesIn(ownPackage()), offered);
};
