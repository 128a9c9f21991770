// What commands load on demand, in one piece: each of them needs most of it, and many small files would take more room.

export { printCompletionScript, printCompletions } from './completion.ts';
export { learnCommand } from './learn/learn.ts';
export { checkFiles } from './look/check.ts';
export { compareCommand } from './look/compare.ts';
export { contractCommand } from './look/contract.ts';
export { coverageCommand } from './look/coverage.ts';
export { explainCommand, nextCommand } from './look/explain.ts';
export { diffCommand, replayCommand, rerunCommand } from './look/logs.ts';
export { operationsCommand } from './look/operations.ts';
export { rulesCommand } from './look/rules.ts';
export { timesCommand } from './look/timing.ts';
export { forkCommand } from './serve/fork.ts';
export { repairCommand } from './serve/repair.ts';
export { standInCommand } from './serve/standIn.ts';
export { newCommand } from './write/newScenario.ts';
export { pageCommand } from './write/page.ts';
export { recordCommand } from './write/record.ts';
export { schemaCommand } from './write/schemas.ts';
