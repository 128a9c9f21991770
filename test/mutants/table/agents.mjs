/**
 * Small changes of what agents are offered. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const agents = [
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/request.ts', was: "({ api }) => api !== 'worker'", is: '() => false' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/request.ts', was: 'if (missing !== undefined)', is: 'if (false)' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/request.ts', was: "part === '.' || part === '..'", is: 'false' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/resources.ts', was: "if (room === 'operations')", is: 'if (false)' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/prompts.ts', was: '`Find out why ${entity} is stuck', is: '`Find out why it is stuck' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tool.ts', was: 'return reply.status < 400', is: 'return reply.status < 600' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/words.ts', was: 'room -= line.length + 1', is: 'room -= 0' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/call.ts', was: 'if (reply.status >= 400)', is: 'if (false)' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/explain.ts', was: 'if (entity === undefined)', is: 'if (false)' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/fault.ts', was: "end === 'all'", is: 'false' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/fork.ts', was: 'if (compare !== undefined)', is: 'if (false)' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/given.ts', was: 'body.unwrap()', is: 'z.object({})' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/scenario.ts', was: 'isError: isLeft(parsed)', is: 'isError: false' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/table.ts', was: '  forkTool,\n', is: '' },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/time.ts', was: "met ? 'the condition holds'", is: "!met ? 'the condition holds'" },
  { tests: 'test/mcp/tools.slow.test.ts', file: 'agents/tools/world.ts', was: 'if (isOpened)', is: 'if (false)' },
  { tests: 'test/agents/task.test.ts', file: 'agents/task/task.ts', was: "poll = pollMsDefault", is: 'poll = 1_000' },
  { tests: 'test/agents/task.test.ts', file: 'agents/task/task.ts', was: 'diagnosis.among.includes(diagnosis.is)', is: 'true' },
  { tests: 'test/agents/task.test.ts', file: 'agents/task/schema.ts', was: "path[0] === 'scenario'", is: 'false' },
  { tests: 'test/agents/task.test.ts', file: 'agents/task/format.ts', was: "time: duration.describe(", is: 'time: duration.optional().describe(' },
  { tests: 'test/agents/judge.test.ts', file: 'agents/task/judge.ts', was: 'isMet: used <= most', is: 'isMet: used < most' },
  { tests: 'test/agents/judge.test.ts', file: 'agents/task/judge.ts', was: '- beginning.dollars', is: '' },
  { tests: 'test/agents/points.test.ts', file: 'agents/task/criteria.ts', was: "'orphans', 'dollars'", is: "'dollars', 'orphans'" },
  { tests: 'test/agents/points.test.ts', file: 'agents/task/points.ts', was: 'weight: 2 * weight', is: 'weight' },
  { tests: 'test/agents/points.test.ts', file: 'agents/task/points.ts', was: '[...met, ...used]', is: '[...used, ...met]' },
  { tests: 'test/agents/regret.slow.test.ts', file: 'agents/task/regret/options.ts', was: 'alikeMax = 2', is: 'alikeMax = 0' },
  { tests: 'test/agents/regret.slow.test.ts', file: 'agents/task/regret/outcome.ts', was: 'a.dollars - b.dollars', is: 'b.dollars - a.dollars' },
  { tests: 'test/agents/regret.slow.test.ts', file: 'agents/task/regret/outcome.ts', was: 'if (isMetBy(middle)) met', is: 'if (!isMetBy(middle)) met' },
  { tests: 'test/agents/regret.slow.test.ts', file: 'agents/task/regret/plans.ts', was: 'filter((entry) => !isLeftOut(entry))', is: 'filter(() => true)' },
  { tests: 'test/agents/regret.slow.test.ts', file: 'agents/task/regret/regret.ts', was: 'canBeMet && !couldBeMet', is: 'couldBeMet && !canBeMet' },
  { tests: 'test/agents/regret.slow.test.ts', file: 'agents/task/regret/regret.ts', was: 'after: seq - 1', is: 'after: seq' },
];
