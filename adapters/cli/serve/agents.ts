import { defaultWorldId } from '../../../engine/control/index.ts';
import { WorldHost } from '../../host/world/worldHost.ts';
import type { AnswerAgent } from '../../http/agentRouter.ts';
import { fetchThrough } from '../../http/inProcess.ts';
import { appWithout } from '../../http/server.ts';
import type { Reach } from '../../mcp/drive.ts';
import { answerAgent } from '../../mcp/http.ts';
import { pagesIn } from '../../mcp/pages.ts';
import { serveStdio } from '../../mcp/stdio.ts';
import { ownPackage } from '../ownFiles.ts';
import { exitCodes } from '../terminal/exit.ts';
import { defaultApiKey } from './beyondMachine.ts';
import { firstClock, readClock } from './clock.ts';
import { findClientKey, makeFirstWorld } from './firstWorld.ts';
import type { WrittenServeOptions } from './options.ts';

/** `podsim mcp`: serves an agent on standard input and output until the input ends. Nothing else is written to the output. */
export const mcpCommand = async (options: WrittenServeOptions): Promise<number> => {
  const { definition, make } = makeFirstWorld({ ...options, host: '127.0.0.1' });
  const clock = firstClock(readClock(options), definition);
  const worldHost = new WorldHost({ clock, apiKey: findClientKey(definition) ?? defaultApiKey });
  worldHost.serve(defaultWorldId, make, clock);
  await serveStdio(makeReach(worldHost), pagesIn(ownPackage()));
  worldHost.close();
  await worldHost.release();
  return exitCodes.pass;
};

/** The handler of agents at a server's /mcp. */
export const answerAgents = (worldHost: WorldHost): AnswerAgent => answerAgent(makeReach(worldHost), pagesIn(ownPackage()));

/** Agents reach the worlds as any client does, without a socket. */
const makeReach = (worldHost: WorldHost): Reach => ({
  fetch: fetchThrough(appWithout(worldHost)),
  url: 'http://podsim.local',
  keyOf: (world) => {
    const definition = worldHost.find(world ?? defaultWorldId)?.world.header.definition;
    return definition && findClientKey(definition, [worldHost.apiKey]);
  },
});
