/**
 * Small changes of lessons, of what they ask, and of their schema. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const lessons = [
  { tests: 'test/lesson/answer.test.ts', file: 'lesson/answer.ts', was: "if (type === 'entity') return names.known(String(value));", is: '' },
  { tests: 'test/lesson/play.test.ts', file: 'lesson/chart.ts', was: "if (chart === 'waiting jobs') return state.queues.length(of);", is: '' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/check.ts', was: 'if (isLeft(solved)) return solved.left.map((problem) => problemAt([...path, ...problem.path], problem.message));', is: '' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/claim.ts', was: "if ('count' in assertion) return entriesWith(view, assertion.count, assertion).at(-1)?.seq;", is: '' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/format.ts', was: 'if (right !== 1) issue', is: 'if (right === 0) issue' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/format.ts', was: 'if (body.entity !== undefined && body.tolerance !== undefined)', is: 'if (false)' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/measure.ts', was: 'right({ value: at - from.at, seq })', is: 'right({ value: at, seq })' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/play.ts', was: 'if (walk.toTime(later(worldStart, at))) return undefined;', is: 'walk.toTime(later(worldStart, at)); return undefined;' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/question.ts', was: 'found.seq <= seq', is: 'found.seq > seq' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/references.ts', was: 'kinds.has(kind)\n', is: 'true\n' },
  { tests: 'test/lesson/task.test.ts', file: 'lesson/task.ts', was: 'steps: [...own, ...steps]', is: 'steps' },
  { tests: 'test/lesson/course.test.ts', file: 'lesson/walk.ts', was: 'this.#seq < this.#end.seq', is: 'true' },
  { tests: 'test/lesson/check.test.ts', file: 'lesson/lesson.ts', was: 'scenario === undefined || others.length > 0', is: 'scenario === undefined' },
  { tests: 'test/lesson/schema.test.ts', file: 'lesson/schema.ts', was: "solution: definition('steps')", is: "solution: ofTask['solution'] as Node" },
];
