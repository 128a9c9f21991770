// The entry point for agents: programs that use podsim by a protocol of tools. A process that only plays scenarios does not load them.

export { prompts } from './prompts.ts';
export { requestOf, type SentToolRequest } from './request.ts';
export { type ResourceText, readResource, resources } from './resources.ts';
export type { TaskSpec } from './task/format.ts';
export { type Beginning, beginningOf, judgeTask, timeOfJudging } from './task/judge.ts';
export { compareResults, type TaskResult, type TaskVerdict } from './task/points.ts';
export { type OutcomeSaid, type Regret, type RegretStep, regretOf } from './task/regret/regret.ts';
export { taskJsonSchema } from './task/schema.ts';
export { type AgentTask, briefOf, parseTask, pollMsDefault } from './task/task.ts';
export { inputSchemaOf, readInput, type Telling, type Told, type Tool, type ToolReply, type ToolRequest } from './tool.ts';
export { tools } from './tools/table.ts';
