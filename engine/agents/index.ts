// The entry point for agents: programs that use podsim by a protocol of tools. A process that only plays scenarios does not load them.

export { prompts } from './prompts.ts';
export { buildRequest } from './request.ts';
export { type ResourceText, readResource, resources } from './resources.ts';
export type { TaskSpec } from './task/format.ts';
export { judgeTask, markBeginning, timeOfJudging } from './task/judge.ts';
export { compareResults, type TaskResult } from './task/points.ts';
export { computeRegret, type Regret, type RegretStep } from './task/regret/regret.ts';
export { taskJsonSchema } from './task/schema.ts';
export { type AgentTask, formatBrief, parseTask, pollMsDefault } from './task/task.ts';
export { makeInputSchema, readInput, type Told, type Tool, type ToolReply, type ToolRequest } from './tool.ts';
export { tools } from './tools/table.ts';
