/**
 * Small changes of lessons, of what they ask, and of their schema. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const lessons = [
  { tests: 'test/lab/lesson/answer.test.ts', file: 'lab/lesson/answer.ts', was: "if (type === 'entity') return names.findName(String(value));", is: '' },
  { tests: 'test/lab/lesson/play.test.ts', file: 'lab/lesson/chart.ts', was: "if (chart === 'waiting jobs') return state.queues.length(of);", is: '' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/check.ts', was: 'if (isLeft(solved)) return solved.left.map((problem) => problemAt([...path, ...problem.path], problem.message));', is: '' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/claim.ts', was: "if ('count' in assertion) return entriesWith(view, assertion.count, assertion).at(-1)?.seq;", is: '' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/format.ts', was: 'if (right !== 1) issue', is: 'if (right === 0) issue' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/format.ts', was: 'if (body.entity !== undefined && body.tolerance !== undefined)', is: 'if (false)' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/measure.ts', was: 'right({ value: at - from.at, seq })', is: 'right({ value: at, seq })' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/play.ts', was: 'if (walk.toTime(later(worldStart, at))) return undefined;', is: 'walk.toTime(later(worldStart, at)); return undefined;' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/question.ts', was: 'found.seq <= seq', is: 'found.seq > seq' },
  { tests: 'test/lab/lesson/play.test.ts', file: 'lab/lesson/question.ts', was: 'choice === undefined || others.length > 0', is: 'choice === undefined' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/references.ts', was: 'kinds.has(kind)\n', is: 'true\n' },
  { tests: 'test/lab/lesson/task.test.ts', file: 'lab/lesson/task.ts', was: 'steps: [...own, ...steps]', is: 'steps' },
  { tests: 'test/lab/lesson/course.slow.test.ts', file: 'lab/lesson/walk.ts', was: 'this.#seq < this.#end.seq', is: 'true' },
  { tests: 'test/lab/lesson/check.slow.test.ts', file: 'lab/lesson/lesson.ts', was: 'scenario === undefined || others.length > 0', is: 'scenario === undefined' },
  { tests: 'test/lab/lesson/schema.long.test.ts', file: 'lab/lesson/schema.ts', was: "solution: definition('steps')", is: "solution: ofTask['solution'] as Node" },
];
