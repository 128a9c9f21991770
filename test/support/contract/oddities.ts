import { gzipSync } from 'node:zlib';

/** Deep enough to overflow the stack of a recursive function. */
const deep = 100_000;

/** Wrong values in a body: texts that are valid JSON, some of them barely. */
// biome-ignore format: a list
export const oddJson: readonly string[] = [
  'null', 'true', 'false', '[]', '{}', '""', '0', '-0', '-1', '1.5', '1e999', '-1e999', '1e-999', '9'.repeat(400), `-${'9'.repeat(400)}`,
  '9007199254740993', '2147483648', '4294967296', '1e21', '[null]', '[[]]', '[{}]', '{"a":1}', '{"":0}', '"x"', '"ep-a"', '"default"',
  '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e💠é"', '"\\r\\nx-injected: 1"', '"../../etc/passwd"', '"<script>"', '"%s%n"', '"$job"',
  '"__proto__"', '{"__proto__":{"a":1}}', '{"__proto__":null}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1,"valueOf":2}',
  '"0s"', '"1ms"', '"-1s"', '"1h30m"', '"9007199254740991ms"', '"99999999999999999999d"', '"1/0"', '"0/1"', '"999999999/999999999"',
  '"2026-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999Z"', '"10000-01-01T00:00:00Z"', '"0000-01-01T00:00:00Z"', '"("', '"[\\\\p{L}]+"', '"https://example.com"',
  `"${'x'.repeat(5_000)}"`, `[${'0,'.repeat(5_000)}0]`, '['.repeat(deep) + ']'.repeat(deep), `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
  '['.repeat(150) + ']'.repeat(150), '{"eq":1}', '{"matches":"("}', '{"gte":"x"}', '{"exists":null}', '{"oneOf":{}}',
];

/** Whole bodies that are not JSON, or barely. */
// biome-ignore format: a list
export const oddBodies: readonly (string | Uint8Array)[] = [
  '', ' ', '\n', '{', '}', '{]', '{"a"', '{"a":}', "{'a':1}", '{a:1}', '{"a":1,}', '[1,2', 'undefined', 'NaN', 'Infinity', '-', '+1', '01', '.5', '0x10', '"', "''", 'null null',
  '\ufeff{}', '{}garbage', '//{}', '{"a":1}{"b":2}', 'a=1&b=2', '<xml/>', '%7B%7D', '['.repeat(deep), '{"a":'.repeat(deep), `"${'\\'.repeat(999)}`, '\u0000', '{"a":1,"a":2}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), Buffer.from([0x22, 0xc3, 0x28, 0x22]), Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), Buffer.from([0x22, 0xf8, 0x22]),
  Buffer.from('{}', 'utf16le'), gzipSync('{}'),
];

/** Odd ids in a path, as sent over the wire. */
// biome-ignore format: a list
export const oddSegments: readonly string[] = [
  'nowhere', 'x', 'default', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '.', '..', '...', '%2e%2e', '%2F', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '%00', '%0d%0ax:%20y',
  '%', '%Z', '%ZZ', '%E0%A4%A', '%ED%A0%80', '%F0%9F%92%A0', '%C0%AF', '%FF', '%25', '%20', '+', '*', '(', ')', ':id', '{id}', ';a=b', '~', '$', "'", '!', '@', ',', 'a:b', 'x'.repeat(2_000), '%41'.repeat(500),
  '-1', '0', '1e999', '9'.repeat(400), 'NaN', 'null', 'undefined', 'true', '[object%20Object]',
];

/** Whole targets. */
// biome-ignore format: a list
export const oddTargets: readonly string[] = [
  '/', '//', '///v2/pods', '/v2', '/v2/', '/v2//pods', '/v2/pods/', '/V2/PODS', '/v2/../v2/pods', '/v2/./pods', '/v2/pods;x=1', '/v2/pods#x', '/%2fv2/pods', '/v2%2fpods', '/.env', '/docs', '/console', '/console/', '/docs/..%2f..%2fpackage.json',
  '/docs/page.css', '/favicon.ico', '/_podsim', '/_podsim/', '/_podsim/v1', '/_podsim/v1/', '/_podsim/v1/openapi.json', '/v2/openapi.json', '/worlds', '/worlds/', '/worlds//', '/worlds/default', '/worlds/default/v2/pods', '/worlds/nowhere/v2/pods',
  '/worlds/%ZZ/v2/pods', '/worlds/__proto__/v2/pods', '/worlds/default/worlds/default/v2/pods', '/worlds/..%2f/v2/pods', '*', '?', '/?', '/v2/pods?', '/v2/pods?&&&', '/v2/pods??a=b', 'v2/pods', '\\v2\\pods',
  'http://127.0.0.1/v2/pods', 'http://example.com/_podsim/v1/info', 'https://example.com:443/v2/pods', 'http://a:b@c:99999999/v2/pods', 'http://[::/v2/pods', 'http:///v2/pods', 'ftp://x/v2/pods', '127.0.0.1:80', 'javascript:alert(1)', 'http://%zz/',
  `/${'a'.repeat(10_000)}`, `/${'a/'.repeat(5_000)}`, `/v2/pods?${'a=b&'.repeat(2_000)}`, `/v2/pods/${'%'.repeat(3_000)}`, `/${'x'.repeat(40_000)}`,
];

/** Odd queries. */
// biome-ignore format: a list
export const oddQueries: readonly string[] = [
  '', '=', '&', '%', '%ZZ=%ZZ', 'a', 'a=', '=a', 'a=1&a=2', '__proto__=1', '__proto__[a]=1', 'constructor=1', 'constructor.prototype.a=1', 'a[b]=1', 'a[]=1', 'toString=1', 'limit=0', 'limit=-1', 'limit=1e3', 'limit=9999999999', 'limit=1&limit=2',
  'wait=0', 'wait=1000', 'wait=-1', 'wait=1e999', 'wait=1000&wait=1000', 'wait=%00', 'ttl=0', 'ttl=999999999999999', 'tail=-1', 'tail=99999', 'source=x', 'since=now', 'since=2026-01-01T00:00:00+99:99', 'include=x', 'include=,,,', 'count=0',
  'startTime=9999-12-31T23:59:59Z&endTime=0000-01-01T00:00:00Z', 'startTime=0000-01-01T00:00:00Z&endTime=9999-12-31T23:59:59Z&bucketSize=hour', 'bucketSize=eon', 'after=999999999999999', 'after=x', 'type=Nothing', 'type=', 'entity=', 'entity=__proto__',
  'status=9xx', 'status=4xx', 'operation=nothing', 'all=perhaps', 'id=__proto__', 'includeClusterPods=yes', 'x'.repeat(8_000), 'a=1&'.repeat(1_500), `a=${'%F0%9F%92%A0'.repeat(300)}`,
];

/** Odd headers, as sent over the wire. */
// biome-ignore format: a list
export const oddHeaders: readonly (readonly [name: string, value: string])[] = [
  ['x-podsim-at', '0s'], ['x-podsim-at', '1h'], ['x-podsim-at', '-1s'], ['x-podsim-at', ''], ['x-podsim-at', 'now'], ['x-podsim-at', '2026-01-02T00:00:00Z'], ['x-podsim-at', '0000-01-01T00:00:00Z'], ['x-podsim-at', '9007199254740991ms'], ['x-podsim-at', '10000-01-01T00:00:00Z'],
  ['x-podsim-key', 'a'], ['x-podsim-key', 'a'], ['x-podsim-key', 'b'], ['x-podsim-key', ''], ['x-podsim-key', '__proto__'], ['x-podsim-key', 'x'.repeat(200)], ['x-podsim-key', 'x'.repeat(201)], ['x-podsim-key', '\xe9\xff'],
  ['x-podsim-handler', '{}'], ['x-podsim-handler', '{"outcomes":["fail"]}'], ['x-podsim-handler', '{"outcomes":["hang"]}'], ['x-podsim-handler', '{"duration":{"fixed":"0s"},"chunks":["a","b"]}'], ['x-podsim-handler', '{"duration":{"fixed":"9007199254740991ms"}}'],
  ['x-podsim-handler', ''], ['x-podsim-handler', '{'], ['x-podsim-handler', 'null'], ['x-podsim-handler', '[]'], ['x-podsim-handler', '{"output":1e999}'], ['x-podsim-handler', `{"output":${'['.repeat(6_000)}${']'.repeat(6_000)}}`], ['x-podsim-handler', '{"__proto__":1}'],
  ['content-type', 'text/plain'], ['content-type', ''], ['content-type', 'application/json; charset=utf-16'], ['content-type', 'application/json; charset=utf-7'], ['content-type', 'application/json; charset=nothing'], ['content-type', 'multipart/form-data; boundary='], ['content-type', ';;;'],
  ['content-encoding', 'gzip'], ['content-encoding', 'br'], ['content-encoding', 'deflate'], ['content-encoding', 'zstd'], ['content-encoding', 'gzip, gzip'], ['content-encoding', 'identity'], ['content-encoding', 'nothing'],
  ['accept', 'text/event-stream'], ['accept', '*/*;q=x'], ['accept', 'text/html'], ['accept-encoding', 'gzip'], ['last-event-id', '0'], ['last-event-id', '999999999999999'], ['last-event-id', '-1'], ['last-event-id', 'x'],
  ['expect', '100-continue'], ['expect', 'nonsense'], ['connection', 'close'], ['connection', 'keep-alive, upgrade'], ['upgrade', 'websocket'], ['te', 'trailers'], ['trailer', 'x'], ['range', 'bytes=0-0'], ['if-none-match', '*'], ['x-http-method-override', 'DELETE'],
  ['host', 'example.com'], ['host', ''], ['host', '127.0.0.1'], ['host', '[::1'], ['origin', 'http://example.com'], ['origin', 'null'], ['x-forwarded-host', 'example.com'], ['cookie', 'a=b'], ['referer', '\xff'],
  ['x-request-id', ''], ['x-request-id', 'mine'], ['x-request-id', 'x'.repeat(200)], ['x-request-id', '<script>'], ['authorization', ''], ['authorization', 'Bearer'], ['authorization', 'Bearer  a b'], ['authorization', 'Basic eDp5'], ['authorization', '\xe9'], ['authorization', `Bearer ${'x'.repeat(7_000)}`],
  ['__proto__', 'x'], ['constructor', 'x'], ['x-long', 'x'.repeat(15_000)], ['x-too-long', 'x'.repeat(17_000)], ['x-far-too-long', 'x'.repeat(200_000)],
];

/** Invalid header blocks. */
// biome-ignore format: a list
export const oddLines: readonly string[] = [
  'no colon', ': no name', 'a b: c', 'a : b', 'a\u0000: b', 'a: \u0000', 'a: b\u007f', ' folded', '\tfolded', 'a: b\r\n c', 'a: b\rc: d', 'a: b\nc: d', 'transfer-encoding: chunked\r\ntransfer-encoding: identity', 'transfer-encoding: xchunked', 'transfer-encoding: chunked, gzip', 'content-length: ',
];

export const oddLengths: readonly string[] = [
  '-1',
  '+5',
  '1e3',
  '0x10',
  '5, 5',
  '5, 6',
  '9'.repeat(30),
  '18446744073709551617',
  'x',
  '5 5',
  '٥',
];

/** Invalid chunks. */
// biome-ignore format: a list
export const oddChunks: readonly string[] = [
  'zz\r\n{}\r\n0\r\n\r\n', '-1\r\n{}\r\n0\r\n\r\n', 'FFFFFFFFFFFFFFFFFF\r\n{}', '2\r\n{}{}{}\r\n0\r\n\r\n', '2\n{}\n0\n\n', '2;a=b\r\n{}\r\n0\r\n\r\n', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, '0\r\n\r\n', '0\r\nx: y\r\n\r\n', '\r\n\r\n', '2\r\n{}\r\n', '2\r\n{}\r\n0\r\n',
];

// biome-ignore format: a list
export const oddMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'LINK', 'CONNECT', 'BREW', 'get', 'G ET', 'GET\t', '', '\u0000', 'PRI', 'M-SEARCH', 'SOURCE'];

export const oddVersions: readonly string[] = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/3.7',
  'HTTP/11',
  'http/1.1',
  'HTTP/1.',
  '',
  'RTSP/1.0',
  'HTTP/1.1 x',
];

/** Texts of scenarios that expand enormously, or that are nearly valid. */
// biome-ignore format: a list
export const oddScenarios: readonly string[] = [
  '', '{}', 'title: x', '- - -', '%YAML 9.9\n---\n', '--- a\n--- b\n', '!!js/function x', 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]', `a: &a x\nb: [${'*a,'.repeat(200)}*a]`, '['.repeat(deep), '{a: '.repeat(deep), '- '.repeat(deep), 'a: '.repeat(deep), '? '.repeat(deep),
  '&a *a', '*a', '<<: *a', '&a\n<<: *a', '__proto__: { polluted: true }', 'constructor: { prototype: 1 }', 'title: "\\ud800"', 'include: /etc/passwd', 'world: { include: ../../../etc/passwd }', `title: ${'x'.repeat(100_000)}`, '"', "'", '|', '>', '\t', '\u0000', '\u2028',
  'title: x\nworld: {}\nsteps: []', 'title: x\nworld: {}\nload: [{ act: run, with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 1ms }, for: 1000000d }]',
  'title: x\nseed: y\nworld: { endpoints: [{ id: ep-a }] }\nsteps: [{ advance: 9007199254740991ms }]', 'title: x\nmatrix: { seeds: 999999999 }\nworld: {}\nsteps: [{ act: listPods }]', 'title: x\nworld: {}\nsteps: [{ act: listPods, expect: { status: { matches: "(" } } }]',
];
