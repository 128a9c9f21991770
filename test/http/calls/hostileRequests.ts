import { gzipSync } from 'node:zlib';
import type { Described } from '../../../engine/api/operation.ts';
import { readSchemaNode } from '../../../engine/api/reading/schemaNode.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';
import {
  oddBodies,
  oddChunks,
  oddHeaders,
  oddJson,
  oddLengths,
  oddLines,
  oddMethods,
  oddQueries,
  oddScenarios,
  oddSegments,
  oddTargets,
  oddVersions,
} from '../../support/contract/oddities.ts';
import { mutationsOf } from '../../support/sequences/bodyMutations.ts';
import type { RawHeaders } from '../../support/serving/rawHttp.ts';
import type { PopulatedWorld } from '../../support/worlds/populatedWorld.ts';
import { allRows, goodCall } from './goodCalls.ts';

/** A malicious or mistaken request. */
export interface Hostile {
  /** A description: which operation, and what is odd about the request. */
  readonly what: string;
  /** The operation, where the bytes name one unambiguously. */
  readonly target: string | undefined;
  /** Sent in order, with a pause between them. */
  readonly pieces: readonly Uint8Array[];
  /** `ends`: the client ends its side of the connection. `stops`: it sends nothing more, and waits. */
  readonly then: 'goes on' | 'ends' | 'stops';
  /** The method of each request that expects an answer. */
  readonly asks: readonly string[];
  /** The same request as structured data, where its bytes are one well-formed request. For clients that send no raw bytes. */
  readonly request: HostileRequest | undefined;
}

export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RawHeaders;
  readonly body: Uint8Array | undefined;
}

/** A random hostile request. Most are nearly valid; some have several faults. */
export const hostile = (dice: Choice, stage: PopulatedWorld, port: number): Hostile => {
  const row = dice.of(allRows);
  const { method, path, body } = goodCall(row, stage);
  const good: Draft = {
    row,
    method,
    target: dice.happens(1, 12) ? `/worlds/${dice.of(['default', 'world-1', 'nowhere'])}${path}` : path,
    headers: [
      ['host', `127.0.0.1:${port}`],
      ['authorization', `Bearer ${dice.of(keys)}`],
    ],
    value: body,
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    words: [row.id],
  };
  let draft = good;
  for (let odd = dice.of([0, 1, 1, 1, 2, 2, 3]); odd > 0; odd--) draft = dice.of(spoilers)(draft, dice);
  return dice.happens(1, 6) ? dice.of(framings)(draft, dice) : whole(draft, dice);
};

/** The key that is sent; mostly one with all permissions. */
const keys = [
  'key-of-alice',
  'key-of-alice',
  'key-of-alice',
  'key-of-alice',
  'key-of-alice',
  'key-of-alice',
  'key-of-reader',
  'key-of-bob',
  'nobody',
];

/** A request that is being made odd. */
interface Draft {
  readonly row: Described;
  readonly method: string;
  readonly target: string;
  readonly headers: RawHeaders;
  /** The value of the body, while it is still JSON. */
  readonly value: Json | undefined;
  readonly body: Uint8Array | undefined;
  readonly words: readonly string[];
}

type Spoiler = (draft: Draft, dice: Choice) => Draft;

const withBody = (draft: Draft, words: string, body: string | Uint8Array): Draft => ({
  ...draft,
  body: Buffer.from(body as string),
  words: [...draft.words, words],
});

/** One place of the value does not fit its schema. */
const breakValue: Spoiler = (draft, dice) => {
  const { row, value } = draft;
  if (row.body === undefined || value === undefined) return elsewhere(draft, dice);
  const broken = dice.of(mutationsOf(readSchemaNode(row.body), value));
  return { ...withBody(draft, broken.what, JSON.stringify(broken.value)), value: broken.value };
};

/** One place of the body holds an unexpected value. */
const replacePart: Spoiler = (draft, dice) => {
  if (draft.value === undefined) return elsewhere(draft, dice);
  const odd = dice.of(oddJson);
  return withBody(draft, `holds ${odd.slice(0, 30)}`, textWith(draft.value, odd, dice));
};

const textWith = (value: Json, odd: string, dice: Choice): string => {
  if (value === null || typeof value !== 'object' || dice.happens(1, 5)) return odd;
  const entries = Object.entries(value);
  const at = dice.below(entries.length + 1);
  // An additional property, or another value of an existing one.
  const texts = entries.map(([name, field], k) => [name, k === at ? textWith(field as Json, odd, dice) : JSON.stringify(field)] as const);
  if (Array.isArray(value)) return `[${[...texts.map(([, text]) => text), ...(at === entries.length ? [odd] : [])].join(',')}]`;
  const all = at === entries.length ? [...texts, [dice.of(oddNames), odd] as const] : texts;
  return `{${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
};

const oddNames = ['__proto__', 'constructor', 'prototype', 'toString', '', 'id', '0', '\u0000', 'x'.repeat(300)];

const oddBody: Spoiler = (draft, dice) => withBody(draft, 'has an odd body', dice.of(oddBodies));

const oddScenario: Spoiler = (draft, dice) =>
  draft.row.id !== 'runScenario'
    ? breakValue(draft, dice)
    : withBody(draft, 'odd YAML', JSON.stringify({ scenario: dice.of(oddScenarios) }));

const cutBody: Spoiler = (draft, dice) => {
  const { body } = draft;
  return body === undefined ? elsewhere(draft, dice) : withBody(draft, 'is cut off', body.subarray(0, dice.below(body.length)));
};

const flipBytes: Spoiler = (draft, dice) => {
  const body = Uint8Array.from(draft.body ?? dice.bytes(dice.below(300)));
  for (let n = dice.below(4) + 1; n > 0 && body.length > 0; n--) body[dice.below(body.length)] = dice.below(256);
  return withBody(draft, 'has wrong bytes', body);
};

const zipBody: Spoiler = (draft, dice) => {
  const zipped = dice.of([bomb, bomb.subarray(0, 5_000), gzipSync(draft.body ?? '{}'), dice.bytes(20)]);
  const made = withBody(draft, 'is zipped', zipped);
  return { ...made, headers: [...made.headers, ['content-encoding', dice.of(['gzip', 'gzip', 'GZIP', 'deflate', 'br'])]] };
};

/** 30 MB: more than any operation takes. */
const bomb = gzipSync(Buffer.alloc(30_000_000, ' '));

const largeBody: Spoiler = (draft, dice) =>
  dice.happens(1, 6)
    ? withBody(draft, 'is too large', Buffer.alloc(dice.of([999_999, 1_000_001, 4_000_001]), ' '))
    : replacePart(draft, dice);

const oddSegment: Spoiler = (draft, dice) => {
  const [path = '', ...query] = draft.target.split('?');
  const parts = path.split('/');
  parts[dice.happens(2, 3) ? parts.length - 1 : dice.below(parts.length)] = dice.of(oddSegments);
  return { ...draft, target: [parts.join('/'), ...query].join('?'), words: [...draft.words, 'at an odd path'] };
};

const oddTarget: Spoiler = (draft, dice) => ({ ...draft, target: dice.of(oddTargets), words: [...draft.words, 'at an odd target'] });

const oddQuery: Spoiler = (draft, dice) => ({
  ...draft,
  target: `${draft.target}${draft.target.includes('?') ? '&' : '?'}${dice.of(oddQueries)}`,
  words: [...draft.words, 'with an odd query'],
});

/** Added to the headers of that name, or in place of them. */
const oddHeader: Spoiler = (draft, dice) => {
  const [name, value] = dice.of(oddHeaders);
  const others = dice.happens(1, 4) ? draft.headers : draft.headers.filter(([known]) => known !== name);
  return { ...draft, headers: [...others, [name, value]], words: [...draft.words, `with ${name}: ${value.slice(0, 30)}`] };
};

const manyHeaders: Spoiler = (draft, dice) => {
  const many = Array.from({ length: dice.of([50, 400, 3_000]) }, (_, k) => [`x-${k}`, 'y'] as const);
  return { ...draft, headers: [...draft.headers, ...many], words: [...draft.words, `with ${many.length} headers`] };
};

const noHeader: Spoiler = (draft, dice) => {
  const lacking = dice.of(['host', 'authorization', 'authorization']);
  return { ...draft, headers: draft.headers.filter(([name]) => name !== lacking), words: [...draft.words, `without ${lacking}`] };
};

const oddMethod: Spoiler = (draft, dice) => {
  const method = dice.of(oddMethods);
  return { ...draft, method, words: [...draft.words, `by ${JSON.stringify(method)}`] };
};

/** For a request without a body, another part is made odd. */
const elsewhere: Spoiler = (draft, dice) => dice.of([oddSegment, oddQuery, oddQuery, oddHeader])(draft, dice);

const spoilers: readonly Spoiler[] = [
  ...[
    breakValue,
    breakValue,
    breakValue,
    replacePart,
    replacePart,
    replacePart,
    oddScenario,
    oddBody,
    cutBody,
    flipBytes,
    zipBody,
    largeBody,
  ],
  ...[oddSegment, oddSegment, oddTarget, oddQuery, oddQuery, oddHeader, oddHeader, oddHeader, oddHeader, manyHeaders, noHeader, oddMethod],
];

type Framing = (draft: Draft, dice: Choice) => Hostile;

const headOf = ({ method, target }: Draft, headers: RawHeaders, { version = 'HTTP/1.1', lineEnd = '\r\n', more = '' } = {}): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}${lineEnd}`).join('');
  return Buffer.from(`${method} ${target} ${version}${lineEnd}${lines}${more === '' ? '' : `${more}${lineEnd}`}${lineEnd}`, 'latin1');
};

const lengthOf = ({ body }: Draft): RawHeaders => (body === undefined ? [] : [['content-length', String(body.length)]]);

const bytesOf = (draft: Draft, options = {}): Buffer =>
  Buffer.concat([headOf(draft, [...draft.headers, ...lengthOf(draft)], options), draft.body ?? Buffer.alloc(0)]);

const sent = ({ words, method }: Draft, how: string, pieces: readonly Uint8Array[], then: Hostile['then'] = 'ends'): Hostile => ({
  what: [...words, how].join(', '),
  target: undefined,
  pieces,
  then,
  asks: [method],
  request: undefined,
});

/** The bytes of a well-formed request. */
const whole: Framing = (draft) => {
  const { method, target, headers, body } = draft;
  return { ...sent(draft, 'whole', [bytesOf(draft)], 'goes on'), target, request: { method, target, headers, body } };
};

const body = ({ body: given }: Draft): Uint8Array => given ?? Buffer.from('{}');

const inChunks = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

const chunked: RawHeaders = [['transfer-encoding', 'chunked']];

const lastChunk = Buffer.from('0\r\n\r\n');

/** Wrong or unusual ways to send it. */
const framings: readonly Framing[] = [
  (draft, dice) => sent(draft, 'as random bytes', [dice.bytes(dice.below(400) + 1)]),
  (draft, dice) => {
    const bytes = Uint8Array.from(bytesOf(draft));
    for (let n = dice.below(3) + 1; n > 0; n--) bytes[dice.below(Math.min(bytes.length, 200))] = dice.below(256);
    return sent(draft, 'with other bytes in its head', [bytes]);
  },
  (draft, dice) => sent(draft, 'cut off', [bytesOf(draft).subarray(0, dice.below(bytesOf(draft).length))]),
  (draft, dice) =>
    dice.happens(1, 4)
      ? sent(draft, 'stopped half-way', [bytesOf(draft).subarray(0, Math.max(1, bytesOf(draft).length - 1))], 'stops')
      : sent(draft, 'and no more', [bytesOf(draft)]),
  (draft, dice) =>
    sent(draft, 'with a wrong length', [headOf(draft, [...draft.headers, ['content-length', dice.of(oddLengths)]]), body(draft)]),
  (draft, dice) =>
    sent(draft, 'longer or shorter than it says', [
      headOf(draft, [...draft.headers, ['content-length', String(Math.max(0, body(draft).length + dice.of([-5, -1, 1, 5, 9_999_999])))]]),
      body(draft),
    ]),
  (draft) => sent(draft, 'with two lengths', [headOf(draft, [...draft.headers, ...lengthOf(draft), ['content-length', '1']]), body(draft)]),
  (draft) =>
    sent(draft, 'with a length, and in chunks', [
      headOf(draft, [...draft.headers, ...lengthOf(draft), ...chunked]),
      inChunks(body(draft)),
      lastChunk,
    ]),
  (draft) => sent(draft, 'in chunks', [headOf(draft, [...draft.headers, ...chunked]), inChunks(body(draft)), lastChunk], 'goes on'),
  (draft, dice) => sent(draft, 'in odd chunks', [headOf(draft, [...draft.headers, ...chunked]), Buffer.from(dice.of(oddChunks))]),
  (draft, dice) => sent(draft, 'with an odd line in its head', [bytesOf(draft, { more: dice.of(oddLines) })]),
  (draft, dice) => sent(draft, 'of an odd version', [bytesOf(draft, { version: dice.of(oddVersions) })]),
  (draft) => sent(draft, 'with bare line feeds', [bytesOf(draft, { lineEnd: '\n' })]),
  (draft) => sent(draft, 'after empty lines', [Buffer.from('\r\n\r\n\r\n'), bytesOf(draft)], 'goes on'),
  (draft, dice) => {
    const bytes = bytesOf(draft);
    const at = [dice.below(bytes.length), dice.below(bytes.length)].sort((a, b) => a - b) as [number, number];
    return sent(draft, 'slowly', [bytes.subarray(0, at[0]), bytes.subarray(...at), bytes.subarray(at[1])], 'goes on');
  },
  (draft, dice) => {
    const count = dice.below(6) + 2;
    const all = Array.from({ length: count }, () => bytesOf(draft));
    return { ...sent(draft, `${count} times at once`, [Buffer.concat(all)]), asks: all.map(() => draft.method) };
  },
  (draft, dice) => sent(draft, 'and then something else', [Buffer.concat([bytesOf(draft), Buffer.from(dice.bytes(50))])]),
  (draft) =>
    sent({ ...draft, method: 'CONNECT', target: 'example.com:443' }, 'to be passed on', [
      bytesOf({ ...draft, method: 'CONNECT', target: 'example.com:443' }),
    ]),
];
