/**
 * Small changes of how handlers answer, and of stand-ins for real workers. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const handlers = [
  { tests: 'test/arguments.slow.test.ts', file: 'cloud/handler/answered.ts', was: 'ofLanguage.includes(name) ?', is: '!ofLanguage.includes(name) ?' },
  { tests: 'test/cloud/worker/standIn.slow.test.ts', file: 'scenario/standIn/recordedWork.ts', was: 'chunks.length === 0', is: 'chunks.length !== 0' },
  { tests: 'test/cloud/worker/standIn.slow.test.ts', file: 'scenario/standIn/setStandIns.ts', was: "if (endpoints.length === 0) return left('no endpoint has an external handler at that point, so none needs a stand-in');", is: '' },
  { tests: 'test/cloud/handler/answers.test.ts', file: 'cloud/handler/answerHeaders.ts', was: 'ownHeaders.includes(name.toLowerCase())', is: 'ownHeaders.includes(name)' },
  { tests: 'test/cloud/handler/answers.test.ts', file: 'cloud/handler/answerHeaders.ts', was: '/^[\\t -~]*$/', is: '/^[\\t -~]*/' },
  { tests: 'test/cloud/worker/standIn.slow.test.ts', file: 'scenario/standIn/handlerText.ts', was: "leftOut.size === 0 ? ', which had none' :", is: '' },
  { tests: 'test/cloud/worker/standIn.slow.test.ts', file: 'scenario/standIn/handlerText.ts', was: 'handler.outcomes[0] === ending', is: 'handler.outcomes[0] !== ending' },
  { tests: 'test/cloud/worker/standIn.slow.test.ts', file: 'scenario/standIn/recordStandIn.ts', was: 'entries.at(-1)?.at', is: 'entries[0]?.at' },
  { tests: 'test/cloud/worker/standIn.slow.test.ts', file: 'scenario/standIn/withoutWorkers.ts', was: 'handlers.get(endpoint.id) ?? endpoint.handler', is: 'endpoint.handler' },
];
