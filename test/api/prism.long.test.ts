import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { type Contract, isIn, isOffered } from '../../engine/api/contract/additions.ts';
import { openApiDocument } from '../../engine/api/openapi/openapi.ts';
import { operations } from '../../engine/api/table.ts';
import { contracts } from '../../engine/cloud/account/contracts.ts';
import { goodCall } from '../http/calls/goodCalls.ts';
import { served } from '../support/serving/served.ts';
import { populatedWorld } from '../support/worlds/populatedWorld.ts';
import { options } from './documents.ts';

/** A request and its answer, as Prism reads them. */
type Exchange = Parameters<typeof validateInput>[0]['element'] & { readonly answer: Parameters<typeof validateOutput>[0]['element'] };

/** The document of a contract as Prism reads it, with the objections of its validators to an exchange. */
const prismOf = async (contract: Contract) => {
  const known = await getHttpOperationsFromSpec(openApiDocument(operations, { ...options, contract }));
  return (id: string, { answer, ...request }: Exchange): readonly string[] => {
    const resource = known.find(({ iid }) => iid === id);
    if (resource === undefined) return [`Prism knows no operation ${id}`];
    const sent = validateInput({ resource, element: request });
    const heard = validateOutput({ resource, element: answer });
    return [...(isLeft(sent) ? sent.left : []), ...(isLeft(heard) ? heard.left : [])].map(
      ({ path, message }) => `${path?.join('.')}: ${message}`,
    );
  };
};

/** A good call of the operation, made over HTTP. */
const exchangeOf = async (row: (typeof operations)[number], contract: Contract): Promise<Exchange> => {
  const { world, stage } = populatedWorld(contract);
  await using server = await served({ making: () => world, clock: { clock: 'auto' } });
  const { method, path, body } = goodCall(row, stage);
  const headers = { authorization: `Bearer ${server.apiKey}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const leaving = new AbortController();
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${server.url}${path}`, { method, headers, signal: leaving.signal, ...text });
  const type = response.headers.get('content-type') ?? '';
  const isRead = !type.startsWith('text/event-stream');
  const said = isRead ? await response.text() : '';
  leaving.abort();
  const { pathname, searchParams } = new URL(path, server.url);
  const answer = {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    ...(said === '' ? {} : { body: type.includes('json') ? JSON.parse(said) : said }),
  };
  return { method: method.toLowerCase() as 'get', url: { path: pathname, query: Object.fromEntries(searchParams) }, headers, body, answer };
};

describe.each(contracts)('Prism, with the document of contract %s', (contract) => {
  // A request for a worker has any path and method, and no schema.
  const offered = operations.filter((row) => {
    const { documentedSince } = row;
    const isShown = isOffered(row, contract) && (documentedSince === undefined || isIn(contract, documentedSince));
    return isShown && row.api !== 'worker' && row.success.frames === undefined;
  });

  test('takes the good requests of all operations, and their answers', { timeout: 300_000 }, async () => {
    const objectionsTo = await prismOf(contract);
    const found: string[] = [];
    for (const row of offered) {
      const exchange = await exchangeOf(row, contract);
      found.push(...objectionsTo(row.id, exchange).map((words) => `${row.id} ${exchange.answer.statusCode}: ${words}`));
    }
    expect(found).toStrictEqual([]);
  });

  test('objects to what differs', async () => {
    const objectionsTo = await prismOf(contract);
    const row = operations.find(({ id }) => id === 'createPod') ?? operations[0];
    const good = await exchangeOf(row as (typeof operations)[number], contract);
    const { id: _, ...without } = good.answer.body as { readonly id: string };
    expect(objectionsTo('createPod', { ...good, answer: { ...good.answer, body: without } }).join()).toContain(
      "must have required property 'id'",
    );
    expect(objectionsTo('createPod', { ...good, body: { ...(good.body as object), disk: 'much' } }).join()).toContain('must be');
    expect(objectionsTo('createPod', { ...good, answer: { ...good.answer, statusCode: 299 } }).join()).toContain(
      "must have required property 'title'",
    );
  });
});
