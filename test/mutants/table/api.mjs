/**
 * Small changes of how calls are read and described. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const api = [
  { tests: 'test/job/realWebhooks.test.ts', file: 'api/queue/webhooks.ts', was: 'originOf(allowed) === origin', is: 'originOf(allowed) !== origin' },
  { tests: 'test/scenario/distributions.test.ts', file: 'api/contract/distribution.ts', was: 'from <= mode && mode <= to', is: 'from <= mode' },
  { tests: 'test/api/operations.test.ts', file: 'api/contract/endpointWorkers.ts', was: 'percentOnLatest: z.int().min(0).max(100)', is: 'percentOnLatest: z.int().min(0).max(1)' },
  { tests: 'test/handler/answers.test.ts', file: 'api/contract/handlerView.ts', was: '(attempt === 1 ? {} : { attempt })', is: '{}' },
  { tests: 'test/scenario/format.test.ts', file: 'api/contract/id.ts', was: '/^[A-Za-z][A-Za-z0-9_-]{0,62}$/', is: '/^[A-Za-z0-9_-]{0,62}$/' },
  { tests: 'test/http/answers.test.ts', file: 'api/contract/problem.ts', was: 'errors: z.array(z.string()).optional()', is: 'errors: z.array(z.string())' },
  { tests: 'test/testing/webhooks.test.ts', file: 'api/contract/webhook.ts', was: 'z.literal(0), z.int().min(100)', is: 'z.int().min(100)' },
  { tests: 'test/api/operations.test.ts', file: 'api/table.ts', was: '  getSshKeys,\n', is: '' },
];
