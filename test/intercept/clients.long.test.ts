import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** Clients that have the platform's hosts in their code and know nothing of podsim, as `podsim exec --intercept` runs them. */

const isThere = (tool: string, ...args: readonly string[]): boolean => spawnSync(tool, args).status === 0;

/** The Python of the system has the clients that Debian packages; another may have those of pip. */
const pythonWith = (module: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((python) => isThere(python, '-c', `import ${module}`));

/** The environment of this process without what podsim reads. */
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PODSIM_')));

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command prints under `exec --intercept`. Other hosts are refused, so that no test reaches the network. */
const intercept = (command: readonly string[], options: readonly string[] = [], env: Record<string, string> = {}): Ended => {
  const args = [bundle, 'exec', '--intercept', '--others', 'refuse', ...options, '--', ...command];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...own, ...env }, timeout: 60_000 });
};

const url = 'https://api.runpod.ai/v2/ep-demo/runsync';
const asJson = '{"input": {"prompt": "hi"}}';

const python = (module: string, lines: readonly string[]) => {
  const found = pythonWith(module.split('.')[0] ?? '');
  const head = [
    'import os',
    `import ${module}`,
    `url = "${url}"`,
    'headers = {"authorization": "Bearer " + os.environ["RUNPOD_API_KEY"]}',
    'body = {"input": {"prompt": "hi"}}',
  ];
  return found === undefined ? undefined : [found, '-c', [...head, ...lines].join('\n')];
};
const node = (script: string) => [
  process.execPath,
  '-e',
  `const headers = { authorization: 'Bearer ' + process.env.RUNPOD_API_KEY }; ${script}`,
];
const inShell = (tool: string, line: string) => (isThere(tool, '--version') ? ['sh', '-c', line] : undefined);
const aiohttp = (session: string) =>
  python('aiohttp', [
    'import asyncio',
    'async def main():',
    `    async with aiohttp.ClientSession(${session}) as session:`,
    '        async with session.post(url, json=body, headers=headers) as answer:',
    '            print(await answer.text())',
    'asyncio.run(main())',
  ]);
const nodeHttps = `
  const { hostname, pathname } = new URL('${url}');
  const asked = require('node:https').request({ hostname, path: pathname, method: 'POST', headers }, (res) => res.pipe(process.stdout));
  asked.end('${asJson}');`;
/** As axios does: the whole URL to the proxy, over plain HTTP. */
const throughProxy = `
  const proxy = new URL(process.env.HTTPS_PROXY);
  const sent = { ...headers, host: 'api.runpod.ai', 'proxy-authorization': 'Basic ' + btoa(proxy.username + ':' + proxy.password) };
  const options = { host: proxy.hostname, port: proxy.port, path: '${url}', method: 'POST', headers: sent };
  require('node:http').request(options, (res) => res.pipe(process.stdout)).end('${asJson}');`;

const clients: Readonly<Record<string, readonly string[] | undefined>> = {
  curl: inShell('curl', `curl -sS ${url} -H "authorization: Bearer $RUNPOD_API_KEY" -H 'content-type: application/json' -d '${asJson}'`),
  wget: inShell('wget', `wget -q -O - ${url} --header "authorization: Bearer $RUNPOD_API_KEY" --post-data '${asJson}'`),
  urllib: python('urllib.request', [
    'print(urllib.request.urlopen(urllib.request.Request(url, headers=headers, data=b\'{"input": {}}\')).read().decode())',
  ]),
  requests: python('requests', ['print(requests.post(url, json=body, headers=headers).text)']),
  'requests that ignores the environment': python('requests', [
    'session = requests.Session()',
    'session.trust_env = False',
    'print(session.post(url, json=body, headers=headers).text)',
  ]),
  httpx: python('httpx', ['print(httpx.post(url, json=body, headers=headers).text)']),
  aiohttp: aiohttp(''),
  'aiohttp that reads the environment': aiohttp('trust_env=True'),
  'fetch of Node': node(`fetch('${url}', { method: 'POST', headers, body: '${asJson}' }).then((res) => res.text()).then(console.log)`),
  'https of Node': node(nodeHttps),
  'a client that gives the proxy whole URLs': node(throughProxy),
};

describe('a client whose host is in its code gets podsim there:', () => {
  for (const [name, command] of Object.entries(clients)) {
    if (command === undefined) console.warn(`${name} is not tested: it is not installed`);
    test.skipIf(command === undefined)(name, () => {
      const { status, stdout, stderr } = intercept(command ?? []);
      expect([status, stdout, stderr]).toStrictEqual([
        0,
        expect.stringContaining('"status":"COMPLETED"'),
        expect.stringContaining('api.runpod.ai  1 call\n'),
      ]);
    });
  }

  const hasGo = isThere('go', 'version');
  test.skipIf(!hasGo)('net/http of Go', { timeout: 120_000 }, () => {
    const folder = new Folder();
    folder.write('main.go', goClient);
    const { stdout, stderr } = intercept(['go', 'run', folder.at('main.go')], [], { GO111MODULE: 'off', GOCACHE: folder.at('cache') });
    expect([stdout, stderr]).toStrictEqual([
      expect.stringContaining('"status":"COMPLETED"'),
      expect.stringContaining('api.runpod.ai  1 call\n'),
    ]);
  });

  const hasJava = isThere('java', '-version');
  test.skipIf(!hasJava)('both clients of Java', { timeout: 60_000 }, () => {
    const folder = new Folder();
    folder.write('Client.java', javaClient);
    const { stdout, stderr } = intercept(['java', folder.at('Client.java')]);
    expect([stdout.match(/"jobs":/g)?.length, stderr]).toStrictEqual([2, expect.stringContaining('api.runpod.ai  2 calls\n')]);
  });
});

describe('what podsim says to a command', () => {
  test('leaves the official SDK at the host of the platform, where its calls are counted', () => {
    const said = intercept(node("console.log(process.env.PODSIM_URL !== undefined, 'RUNPOD_ENDPOINT_BASE_URL' in process.env)"));
    expect(said.stdout).toBe('true false\n');
  });

  const found = pythonWith('certifi');
  test.skipIf(found === undefined)('reaches a list of certificates that Python has loaded before it', () => {
    // -I: the hook is not run by itself.
    const hook = fileURLToPath(new URL('../../adapters/python/podsim_intercept/sitecustomize.py', import.meta.url));
    const script = `import certifi, os, runpy; runpy.run_path(${JSON.stringify(hook)}); print(certifi.where() == os.environ["SSL_CERT_FILE"])`;
    expect(intercept([found ?? '', '-I', '-c', script]).stdout).toBe('True\n');
  });
});

const goClient = `package main

import (
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	request, _ := http.NewRequest("POST", "${url}", strings.NewReader(\`${asJson}\`))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("RUNPOD_API_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	io.Copy(os.Stdout, response.Body)
}
`;

const javaClient = `import java.net.*;
import java.net.http.*;

public class Client {
  public static void main(String[] args) throws Exception {
    var url = URI.create("https://api.runpod.ai/v2/ep-demo/health");
    var key = "Bearer " + System.getenv("RUNPOD_API_KEY");
    var request = HttpRequest.newBuilder(url).header("authorization", key).build();
    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
    var connection = url.toURL().openConnection();
    connection.setRequestProperty("authorization", key);
    System.out.println(new String(connection.getInputStream().readAllBytes()));
  }
}
`;

test('other hosts are refused with words, and all that was asked is said at the end', () => {
  const script = `
    const call = (url, more) => fetch(url, more).then((res) => res.status, (error) => error.cause.message);
    (async () => {
      console.log(await call('https://example.com/'));
      console.log(await call('https://api.runpod.io/graphql', { method: 'POST' }));
      console.log(await call('https://pod-8000.proxy.runpod.net/'));
      console.log(await call('https://ep-demo.api.runpod.ai/any', { headers }));
      console.log(await call(process.env.PODSIM_URL + '/_podsim/v1/health/live'));
    })()`;
  const { status, stdout, stderr } = intercept(node(script));
  expect([status, stdout.trim().split('\n')]).toStrictEqual([
    0,
    ['podsim exec --intercept refuses example.com:443; --others pass lets it', '404', '501', '404', '200'],
  ]);
  expect(stderr).toContain('  POST api.runpod.io/graphql  1 call\n    podsim does not simulate GraphQL: ');
  expect(stderr).toContain('  GET pod-8000.proxy.runpod.net/  1 call\n    podsim does not simulate the ports of pods');
  expect(stderr).toContain('  ep-demo.api.runpod.ai  1 call\n');
  expect(stderr).toMatch(/Refused, .*:\n {2}example\.com {2}1 call\n/);
});

test('a start hook of the user runs, too', () => {
  const folder = new Folder();
  folder.write('sitecustomize.py', 'print("the hook of the user")\n');
  const { stdout } = intercept(['python3', '-c', 'print("the program")'], [], { PYTHONPATH: folder.path });
  expect(stdout).toBe('the hook of the user\nthe program\n');
});

test('the exit code is that of the command, and --quiet says nothing at the end', () => {
  const { status, stderr } = intercept(node('process.exit(7)'), ['--quiet']);
  expect([status, stderr]).toStrictEqual([7, '']);
});

test.each([
  [['--intercept'], 'exec needs a command: podsim exec -- npm test\n'],
  [['--others', 'pass', '--', 'true'], '--others pass belongs to --intercept: add it\n'],
  [['--intercept', '--others', 'some', '--', 'true'], "--others 'some' is neither pass nor refuse"],
  [['--intercept', '--workers', 'ep-demo', '--', 'true'], '--intercept needs the command of a client'],
])('exec %j is refused', (options, words) => {
  const { status, stderr } = spawnSync(process.execPath, [bundle, 'exec', ...options], { encoding: 'utf8', env: own });
  expect([status, stderr]).toStrictEqual([3, expect.stringContaining(words)]);
});

test('serve --tls takes HTTPS and HTTP on its port, with a CA that podsim ca shows', async () => {
  const folder = new Folder();
  const env = { XDG_DATA_HOME: folder.path };
  await using server = new ServingProcess(['serve', '--tls', '--port', '0', '--json'], env);
  const { url: base, apiKey } = JSON.parse(await server.firstLine()) as { readonly url: string; readonly apiKey: string };
  expect([new URL(base).protocol, server.err]).toStrictEqual(['https:', expect.stringContaining('podsim ca says how clients trust it')]);
  const shown = spawnSync(process.execPath, [bundle, 'ca', '--path'], { encoding: 'utf8', env: { ...own, ...env } });
  const script = `fetch('${base}/v2/pods', { headers: { authorization: 'Bearer ${apiKey}' } }).then((res) => console.log(res.status), () => console.log('no trust'))`;
  const call = (trust: Record<string, string>) =>
    spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: { ...own, ...trust } }).stdout;
  expect([call({ NODE_EXTRA_CA_CERTS: shown.stdout.trim() }), call({})]).toStrictEqual(['200\n', 'no trust\n']);
  expect((await fetch(`${base.replace('https', 'http')}/_podsim/v1/health/live`)).status).toBe(200);
});

test('serve --tls refuses names that its CA does not sign for, and half a pair of files', () => {
  const run = (...options: readonly string[]) =>
    spawnSync(process.execPath, [bundle, 'serve', '--port', '0', ...options], { encoding: 'utf8', env: own }).stderr;
  expect(run('--tls', '--allow-host', 'example.com')).toMatch(/^--allow-host example\.com: .* give --tls-cert and --tls-key/);
  expect(run('--tls-cert', 'a.pem')).toMatch(/^--tls-cert and --tls-key belong together/);
  expect(run('--tls-cert', 'a.pem', '--tls-key', 'b.pem')).toMatch(/^--tls-cert a\.pem cannot be read \(ENOENT\)/);
  expect(run('--tls-cert', 'package.json', '--tls-key', 'package.json')).toMatch(/are no pair in PEM/);
});
