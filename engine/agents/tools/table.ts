import type { Tool } from '../tool.ts';
import { callTool } from './call.ts';
import { explainTool } from './explain.ts';
import { faultTool } from './fault.ts';
import { forkTool } from './fork.ts';
import { scenarioTool, validateTool } from './scenario.ts';
import { advanceTool, nextTool } from './time.ts';
import { worldTool } from './world.ts';

/** Every tool for agents: few, because an agent reads all of them before it begins. */
export const tools: readonly Tool[] = [
  worldTool,
  scenarioTool,
  callTool,
  advanceTool,
  explainTool,
  nextTool,
  faultTool,
  forkTool,
  validateTool,
];
