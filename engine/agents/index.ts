// The entry point for agents: programs that use podsim by a protocol of tools. A process that only plays scenarios does not load them.

export { prompts } from './prompts.ts';
export { requestOf, type SentAsking } from './request.ts';
export { type ResourceText, readResource, resources } from './resources.ts';
export { type Asking, inputSchemaOf, type Reply, readInput, type Telling, type Told, type Tool } from './tool.ts';
export { tools } from './tools/table.ts';
