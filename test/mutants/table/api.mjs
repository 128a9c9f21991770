/**
 * Small changes of how calls are read and described. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const api = [
  { tests: 'test/http/olderApis.test.ts', file: 'api/unknownPath.ts', was: "? 'gone' : 'unknown'", is: "? 'gone' : 'gone'" },
  { tests: 'test/cli/contract.long.test.ts', file: 'api/openapi/documentedFacts.ts', was: "path.replace(/\\{[^}]*\\}/g, '{}')", is: 'path' },
  { tests: 'test/cli/contract.long.test.ts', file: 'api/openapi/documentDifferences.ts', was: 'if (was === undefined && isWithinLost(place, after, before)) return [];', is: 'if (was === undefined) return [];' },
  { tests: 'test/cli/contract.long.test.ts', file: 'scenario/calledFields.ts', was: "addFields('body ', sent?.['body'], fields);", is: '' },
  { tests: 'test/api/openapi.long.test.ts', file: 'api/row.ts', was: 'return schema?.();', is: 'return undefined;' },
  { tests: 'test/cloud/job/realWebhooks.test.ts', file: 'api/queue/webhooks.ts', was: 'originOf(allowed) === origin', is: 'originOf(allowed) !== origin' },
  { tests: 'test/api/objects.test.ts', file: 'api/contract/parts/objects.ts', was: 'const made = lazily(make);', is: 'const made = make;' },
  { tests: 'test/scenario/distributions.test.ts', file: 'api/contract/parts/distribution.ts', was: 'from <= mode && mode <= to', is: 'from <= mode' },
  { tests: 'test/api/operations.slow.test.ts', file: 'api/contract/endpointWorkers.ts', was: 'percentOnLatest: z.int().min(0).max(100)', is: 'percentOnLatest: z.int().min(0).max(1)' },
  { tests: 'test/arguments.slow.test.ts', file: 'api/contract/handler/loggedHandler.ts', was: 'attempt: z.int().min(1)', is: 'attempt: z.int().min(0)' },
  { tests: 'test/cloud/handler/answers.test.ts', file: 'api/contract/handler/handlerView.ts', was: '(attempt === 1 ? {} : { attempt })', is: '{}' },
  { tests: 'test/scenario/format.test.ts', file: 'api/contract/parts/id.ts', was: '/^[A-Za-z][A-Za-z0-9_-]{0,62}$/', is: '/^[A-Za-z0-9_-]{0,62}$/' },
  { tests: 'test/http/answers.long.test.ts', file: 'api/contract/parts/problem.ts', was: 'errors: z.array(z.string()).optional()', is: 'errors: z.array(z.string())' },
  { tests: 'test/testing/webhooks.test.ts', file: 'api/contract/webhook.ts', was: 'z.literal(0), z.int().min(100)', is: 'z.int().min(100)' },
  { tests: 'test/api/operations.slow.test.ts', file: 'api/table.ts', was: '  getSshKeys,\n', is: '' },
  { tests: 'test/compare/acts.test.ts', file: 'api/contract/parts/documented.ts', was: 'documented = z.registry<Documented>()', is: 'documented = z.globalRegistry as unknown as ReturnType<typeof z.registry<Documented>>' },
  { tests: 'test/scenario/format.test.ts', file: 'api/contract/parts/duration.ts', was: "addIssue('must be a whole number of milliseconds')", is: 'undefined' },
  { tests: 'test/scenario/format.test.ts', file: 'api/contract/handler/handler.ts', was: 'sum(chances) <= 1', is: 'sum(chances) <= 9' },
  { tests: 'test/arguments.slow.test.ts', file: 'api/issues.ts', was: 'name !== undefined && isMissing(issue)', is: 'false' },
  { tests: 'test/scenario/format.test.ts', file: 'api/issues.ts', was: 'misfit(a) - misfit(b) || ', is: '' },
  { tests: 'test/api/linters.long.test.ts', file: 'api/openapi/openapi.ts', was: 'k === 0 ? id :', is: 'k >= 0 ? id :' },
  { tests: 'test/api/linters.long.test.ts', file: 'api/openapi/components.ts', was: '$ref.slice(definitions.length)', is: '$ref' },
  { tests: 'test/api/linters.long.test.ts', file: 'api/openapi/responses.ts', was: 'content: {\n      [problemMediaType]', is: 'contents: {\n      [problemMediaType]' },
  { tests: 'test/compare/acts.test.ts', file: 'api/pathParams.ts', was: '/\\{(\\w+)\\}/g', is: '/\\{(\\w)\\}/g' },
  { tests: 'test/api/acceptAtOnce.test.ts', file: 'api/readAs.ts', was: 'return needed === 0 ? body : undefined;', is: 'return body;' },
  { tests: 'test/api/acceptAtOnce.test.ts', file: 'api/readAs.ts', was: 'field.def.catchall instanceof z.ZodUnknown &&', is: '' },
  { tests: 'test/api/acceptAtOnce.test.ts', file: 'api/readAs.ts', was: "_zod.optout === 'optional'", is: 'true' },
  { tests: 'test/api/acceptAtOnce.test.ts', file: 'api/readAs.ts', was: '(schema.def.checks ?? []).length === 0 &&', is: '' },
  { tests: 'test/api/foreignWords.slow.test.ts', file: 'api/readAs.ts', was: 'schema.safeParse(value, inOurWords)', is: 'schema.safeParse(value)' },
  { tests: 'test/arguments.slow.test.ts', file: 'api/contract/parts/noKey.ts', was: 'name !== noKeyName', is: 'true' },
  { tests: 'test/api/linters.long.test.ts', file: 'api/openapi/parameters.ts', was: 'required: true,', is: 'required: false,' },
];
