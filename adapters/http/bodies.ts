import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type Described, type Json, type LimitName, type Limits, limitWords, type Unreadable } from '../../engine/index.ts';
import { notJson } from './notJson.ts';

/** What a body came to: a value, or what is wrong with it; neither, where there is none. */
export interface ReadBody {
  readonly value?: Json;
  readonly unreadable?: Unreadable;
}

/** Reads the body of a request to this operation, and goes on with what it came to. Nobody is told of a client that goes away. */
export const bodyReader = (row: Described, limits: Limits): ((req: Request, res: Response, then: (body: ReadBody) => void) => void) => {
  if (row.body === undefined) return (_req, _res, then) => then(noBody);
  const name = row.bodyMax ?? 'body';
  if (row.passesOn) return anyBodyReader(name, limits);
  const parse = parserFor(limits[name]);
  return (req, res, then) => {
    if (!hasBody(req)) return then(noBody);
    parse(req, res, (error?: unknown) => {
      if (error !== undefined) return withProblem(error as BodyError, tooLarge(name, limits), then);
      const value = req.body as Json | undefined;
      if (value === undefined) return then(noBody);
      const unfit = unfitFor(value, limits);
      then(unfit === undefined ? { value } : { unreadable: { kind: 'malformed', detail: `the body ${unfit}` } });
    });
  };
};

/**
 * A body that goes on to a worker may be anything: JSON is read where its type says so, or where nothing says what it is and
 * it is JSON; whatever else is text stays text; bytes that are none become a data URL.
 */
const anyBodyReader = (name: LimitName, limits: Limits): ReturnType<typeof bodyReader> => {
  const read = express.raw({ limit: limits[name], type: () => true });
  return (req, res, then) => {
    if (!hasBody(req)) return then(noBody);
    read(req, res, (error?: unknown) => {
      if (error !== undefined) return withProblem(error as BodyError, tooLarge(name, limits), then);
      then(anyValue(req.headers['content-type'], req.body as Buffer, limits));
    });
  };
};

const anyValue = (type: string | undefined, bytes: Buffer, limits: Limits): ReadBody => {
  if (!isUtf8(bytes)) return { value: `data:${type ?? 'application/octet-stream'};base64,${bytes.toString('base64')}` };
  const text = bytes.toString('utf8');
  const mustBeJson = type !== undefined && /^application\/([\w.+-]+\+)?json\b/i.test(type);
  const value = mustBeJson ? jsonIn(text) : type === undefined ? (jsonIn(text) ?? text) : text;
  const unfit = value === undefined ? 'is not JSON, as its content type says' : unfitFor(value, limits);
  return unfit === undefined ? { value: value as Json } : { unreadable: { kind: 'malformed', detail: `the body ${unfit}` } };
};

const jsonIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Where a row does not say: what the management API takes (errors.body-size). */
const tooLarge = (name: LimitName, limits: Limits): string =>
  `the body has more than the ${limits[name]} bytes that this operation takes (${limitWords(name)})`;

const noBody: ReadBody = {};

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Whatever a client says the type is, the APIs speak JSON. */
const parserFor = (limit: number): RequestHandler =>
  express.json({
    limit,
    strict: false,
    type: () => true,
    verify: (_req, _res, bytes) => {
      if (bytes.length === 0) throw new Error('the body is empty: send JSON, or no body at all');
      if (!isUtf8(bytes)) throw new Error('the body is not UTF-8');
    },
  });

/** What the parser throws: an error with a type, and with the text that it could not read. */
interface BodyError extends Error {
  readonly type?: string;
  readonly body?: unknown;
}

const withProblem = (error: BodyError, tooLargeText: string, then: (body: ReadBody) => void): void => {
  if (error.type === 'request.aborted') return;
  if (error.type === 'entity.too.large') return then({ unreadable: { kind: 'too-large', detail: tooLargeText } });
  then({ unreadable: { kind: 'malformed', detail: detailOf(error) } });
};

/** In our own words: those of the parser, of zlib and of V8 differ between versions, and the log keeps what is said here. */
const detailOf = ({ type = '', body, message }: BodyError): string => {
  if (type === 'entity.verify.failed') return message;
  if (type === 'entity.parse.failed') return `the body is not JSON: ${notJson(String(body)) ?? 'it is too deep to be read'}`;
  return details[type] ?? 'the body is not what its content-encoding says: send it compressed so, or without that header';
};

const details: Readonly<Record<string, string>> = {
  'charset.unsupported': 'the charset of the body is not UTF-8: send UTF-8',
  'encoding.unsupported': 'the content-encoding of the body is unknown: send gzip, deflate, br, or no such header',
  'request.size.invalid': 'the body is not as long as its content-length says',
};

/**
 * What is wrong with a value that JSON has brought: it is too deep to be walked, or holds a number like 1e999, which no
 * log could keep. Without recursion, for it may be deep; whatever walks a value after this may do so by recursion.
 */
export const unfitFor = (value: Json, { bodyDepth }: Pick<Limits, 'bodyDepth'>): string | undefined => {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bodyDepth) return `is nested more than ${bodyDepth} deep: flatten it (${limitWords('bodyDepth')})`;
    const below: Json[] = [];
    for (const part of level) {
      if (typeof part === 'number' && !Number.isFinite(part)) return 'holds a number that is too large for JSON';
      if (part === null || typeof part !== 'object') continue;
      for (const key of Object.keys(part)) below.push((part as { readonly [key: string]: Json })[key] as Json);
    }
    level = below;
  }
  return undefined;
};
