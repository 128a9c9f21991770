import { expect, test } from 'vitest';
import { document } from '../../api/documents.ts';
import { type Heard, responseProblems } from './conformance.ts';

const volume = { id: 'v1', name: 'data', size: 20, dataCenter: 'EU-RO-1', type: 'STANDARD' };
const json = { 'content-type': 'application/json; charset=utf-8', 'X-Request-Id': 'r-1', ratelimit: '"minute";r=59;t=60' };
const problem = { 'content-type': 'application/problem+json', 'x-request-id': 'r-1' };
const notFound = { title: 'Not Found', status: 404, detail: 'volume not found' };
const good: Heard = { method: 'GET', path: '/v2/network-volumes/v1?x=1', status: 200, headers: json, body: volume };

// biome-ignore format: a table
test.each<[string, Partial<Heard>]>([
  ['a resource',                       {}],
  ['a list',                           { path: '/v2/network-volumes', body: { networkVolumes: [volume] } }],
  ['nothing, where nothing is to be',  { method: 'DELETE', status: 204, headers: { 'x-request-id': 'r-1' }, body: undefined }],
  ['a refusal',                        { status: 404, headers: problem, body: notFound }],
  ['a refusal of any call',            { status: 503, headers: problem, body: { ...notFound, status: 503 } }],
  ['a stream',                         { path: '/v2/pods/p1/logs', headers: { ...json, 'content-type': 'text/event-stream' }, body: 'id: 1\ndata: {}\n\n' }],
  ['a job of an endpoint',             { path: '/v2/ep-1/status/j1', method: 'POST', headers: untold(json), body: { id: 'j1', status: 'IN_QUEUE' } }],
  ['the head of an answer',            { method: 'HEAD', body: undefined }],
  ['no such path',                     { path: '/v2/tags', status: 404, headers: problem, body: notFound }],
  ['no such method',                   { method: 'PUT', status: 405, headers: { ...problem, allow: 'GET' }, body: { ...notFound, status: 405 } }],
])('it has nothing against %s', (_, heard) => {
  expect(responseProblems(document, { ...good, ...heard })).toStrictEqual([]);
});

// biome-ignore format: a table
test.each<[string, Partial<Heard>, string]>([
  ['a property is missing',            { body: { ...volume, type: undefined } },                             "must have required property 'type'"],
  ['there is one too many',            { body: { ...volume, owner: 'me' } },                                 '"additionalProperty":"owner"'],
  ['a value is out of bounds',         { body: { ...volume, size: 5 } },                                     '$/size must be >= 10'],
  ['a word is none of the enum',       { body: { ...volume, type: 'FAST' } },                                '$/type must be equal to one of the allowed values'],
  ['something deep inside is wrong',   { path: '/v2/network-volumes', body: { networkVolumes: [{ ...volume, id: 7 }] } }, '$/networkVolumes/0/id must be string'],
  ['a date is none',                   { path: '/v2/clusters/c1', body: { createdAt: 'today' } },            'must match format "date-time"'],
  ['the body is missing',              { body: undefined },                                                  'must be object'],
  ['there is a body, and should not',  { method: 'DELETE', status: 204, body: {} },                          'there should be none'],
  ['it is of another type',            { headers: { ...json, 'content-type': 'text/html' } },                'is text/html, not application/json'],
  ['it is of no type',                 { headers: { 'x-request-id': 'r-1' } },                               'is of no content type'],
  ['a refusal is no problem document', { status: 404, headers: json, body: notFound },                       'not application/problem+json'],
  ['a problem says too little',        { status: 503, headers: problem, body: { status: 503 } },              "must have required property 'detail'"],
  ['the status is another',            { status: 201 },                                                      'getNetworkVolume has no such status'],
  ['a header is missing',              { headers: { 'content-type': 'application/json' } },                  'header x-request-id is missing'],
  ['a header is for other answers',    { status: 401, headers: { ...problem, RateLimit: 'x' }, body: { ...notFound, status: 401 } }, 'header RateLimit is for other answers'],
  ['a queue call has limit headers',   { path: '/v2/ep-1/status/j1', body: { id: 'j1', status: 'IN_QUEUE' } }, 'header RateLimit is for other answers'],
  ['an unknown path is answered',      { path: '/v2/tags' },                                                 'there is no such operation: 404'],
  ['a path is cut short',              { path: '/v2/network-volumes/' },                                     'there is no such operation: 404'],
  ['an unknown method is answered',    { method: 'PUT' },                                                    'there is no such operation: 405'],
  ['a 405 does not say what is allowed', { method: 'PUT', status: 405, headers: problem, body: notFound },   'header Allow is missing'],
  ['an unknown path has no problem',   { path: '/v2/tags', status: 404, headers: json, body: notFound },     'not application/problem+json'],
  ['an unknown path says too little',  { path: '/v2/tags', status: 404, headers: problem, body: {} },        "must have required property 'title'"],
])('it sees when %s', (_, heard, words) => {
  expect(responseProblems(document, { ...good, ...heard }).join('\n')).toContain(words);
});

test('a path is read for the words in it first: delegations are no registry', () => {
  const heard = { ...good, path: '/v2/registries/delegations', body: { id: 'delegations', name: 'x' } };
  expect(responseProblems(document, heard).join('\n')).toContain("must have required property 'delegations'");
});

/** Answers of the queue have no rate limit headers. */
function untold({ ratelimit: _, ...headers }: typeof json): Heard['headers'] {
  return headers;
}
