/**
 * Small changes of how scenarios are read and checked. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const scenario = [
  { tests: 'test/scenario/assertion.test.ts', file: 'scenario/assertion.ts', was: "if ('count' in assertion) return countFailures(assertion, world);", is: '' },
  { tests: 'test/lesson/task.test.ts', file: 'scenario/assertionText.ts', was: "if ('never' in assertion) return `no ${assertion.never}${of}`;", is: '' },
  { tests: 'test/scenario/assertion.test.ts', file: 'scenario/checkPart.ts', was: 'if (!isLeft(parsed)) return parsed;', is: '' },
  { tests: 'test/scenario/condition.test.ts', file: 'scenario/condition.ts', was: 'if (counter.byStatusOf === null) return unreadable;', is: '' },
  { tests: 'test/scenario/expectation.test.ts', file: 'scenario/expectation.ts', was: "if (expected === null || typeof expected !== 'object') return [];", is: '' },
  { tests: 'test/scenario/format.test.ts', file: 'scenario/format.ts', was: '.length !== 0', is: '.length === 0' },
  { tests: 'test/attack/secrets.test.ts', file: 'account/keyDigest.ts', was: 'Math.max(hiddenMin, secret.length - 4)', is: 'secret.length - 4' },
  { tests: 'test/attack/secrets.test.ts', file: 'account/keyDigest.ts', was: 'if (known !== undefined) return known;', is: '' },
  { tests: 'test/attack/secrets.test.ts', file: 'scenario/maskSecrets.ts', was: 'changes.reduceRight(', is: 'changes.reduce(' },
  { tests: 'test/attack/secrets.test.ts', file: 'scenario/maskSecrets.ts', was: "!(names.at(-1) === 'keys' && names.at(-2) === 'accounts')", is: 'false' },
  { tests: 'test/scenario/play.test.ts', file: 'scenario/answer.ts', was: 'answer.status >= 400 && status === undefined && rule === undefined', is: 'answer.status >= 400 && status === undefined' },
  { tests: 'test/scenario/play.test.ts', file: 'scenario/answer.ts', was: "(took as Json, tookMs, 'took')", is: "(took as Json, 0, 'took')" },
];
