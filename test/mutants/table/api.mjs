/**
 * Small changes of how calls are read and described. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const api = [
  { tests: 'test/job/realWebhooks.test.ts', file: 'api/queue/webhooks.ts', was: 'originOf(allowed) === origin', is: 'originOf(allowed) !== origin' },
];
