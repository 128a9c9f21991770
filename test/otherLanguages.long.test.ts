import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundle } from './support/bundle.ts';
import { Folder } from './support/folder.ts';
import { findFreePort } from './support/serving/freePort.ts';
import { ServingProcess } from './support/serving/servingProcess.ts';

/** What docs/other-languages.md and docs/serving.md show, run where its tools are, and read where not. */

const read = (file: string): string => readFileSync(`test/examples/${file}`, 'utf8');
const isThere = (tool: string, ...args: readonly string[]): boolean => spawnSync(tool, args).status === 0;

/** How a fixture is run: a copy of it, because tools write beside what they run. */
const languages = [
  { name: 'Go', tool: ['go', 'version'], folder: 'go', run: ['go', 'test', '-count=1', 'podsim_test.go'], says: /^ok /m },
  { name: 'Java', tool: ['javac', '-version'], folder: 'java', run: ['java', 'PodsimTest.java'], says: /"status":"COMPLETED"/ },
  { name: 'C#', tool: ['dotnet', '--version'], folder: 'csharp', run: ['dotnet', 'run', 'PodsimTest.cs'], says: /^$/ },
] as const;

describe('a fixture', () => {
  for (const { name, tool, folder, run, says } of languages) {
    const isInstalled = isThere(...(tool as readonly [string, string]));
    if (!isInstalled) console.warn(`the fixture in ${name} is not tested: there is no ${tool[0]}`);
    test.skipIf(!isInstalled)(`in ${name} starts a server, gets an answer, and ends it`, { timeout: 120_000 }, () => {
      const place = new Folder();
      cpSync(`test/examples/${folder}`, place.path, { recursive: true });
      const [command, ...args] = run;
      const env = { ...process.env, PODSIM_COMMAND: `${process.execPath} ${bundle}`, GO111MODULE: 'off', GOCACHE: place.at('cache') };
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: place.path, encoding: 'utf8', env });
      expect([status, stderr]).toStrictEqual([0, '']);
      expect(stdout).toMatch(says);
    });
  }
});

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

test('the compose file starts podsim with an environment that it takes, and lets the tests wait for its health', async () => {
  const { services } = parse(read('compose.yaml')) as { readonly services: Readonly<Record<string, Service>> };
  expect(Object.keys(services)).toStrictEqual(['podsim', 'tests']);
  const [podsim, tests] = [services['podsim'] as Service, services['tests'] as Service];
  expect(tests.depends_on).toStrictEqual({ podsim: { condition: 'service_healthy' } });
  expect(readFileSync('adapters/docker/Dockerfile', 'utf8')).toContain('HEALTHCHECK ');
  const { RUNPOD_ENDPOINT_BASE_URL: base = '', RUNPOD_API_KEY: key } = tests.environment;
  await using server = new ServingProcess(['serve', '--port', '0', '--host', '0.0.0.0'], podsim.environment);
  const { port } = new URL(await server.url());
  expect(base).toBe('http://podsim:8787/v2');
  const url = `${base.replace('podsim:8787', `127.0.0.1:${port}`)}/ep-demo/runsync`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"input": {}}',
  });
  expect(await answer.json()).toMatchObject({ status: 'COMPLETED' });
});

test('the compose file without an image runs the command of npm, and what it asks says whether the server is well', async () => {
  const { services } = parse(read('compose.npm.yaml')) as { readonly services: Readonly<Record<string, CommandService>> };
  const [podsim, tests] = [services['podsim'] as CommandService, services['tests'] as CommandService];
  const [npx, yes, name, ...args] = podsim.command.split(' ');
  expect([npx, yes, name, podsim.image]).toStrictEqual(['npx', '--yes', 'podsim', 'node:22']);
  expect(tests.depends_on).toStrictEqual({ podsim: { condition: 'service_healthy' } });
  expect(tests.environment['RUNPOD_API_KEY']).toBe(podsim.environment['PODSIM_API_KEY']);
  await using server = new ServingProcess([...args, '--port', '0'], podsim.environment);
  const { port } = new URL(await server.url());
  const asked = (of: string) => spawnSync('sh', ['-c', podsim.healthcheck.test.replace('8787', of)]).status;
  expect([asked(port), asked('1')]).toStrictEqual([0, 1]);
});

interface CommandService extends Service {
  readonly image: string;
  readonly command: string;
  readonly healthcheck: { readonly test: string };
}

test('the receiver of webhooks gets the one of the job that it submits', async () => {
  const place = new Folder();
  const port = await findFreePort();
  place.write('webhook.mjs', read('webhook.mjs').replaceAll('9000', `${port}`));
  const args = ['exec', '--quiet', '--webhooks', `http://127.0.0.1:${port}`, '--', process.execPath, place.at('webhook.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toStrictEqual([0, "/done COMPLETED { prompt: 'hi' }\n", '']);
});

interface Workflow {
  readonly on: readonly string[];
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
  readonly if?: string;
}

test('the workflow has steps that either use an action or run a command, and its commands of podsim work', () => {
  const { on, jobs } = parse(read('github-actions.yaml')) as Workflow;
  expect(on).toStrictEqual(['push', 'pull_request']);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  for (const step of steps) {
    expect(Object.keys(step).filter((name) => name === 'uses' || name === 'run')).toHaveLength(1);
    expect(step.uses ?? 'actions/x@v1').toMatch(/^actions\/[\w-]+@v\d+$/);
  }
  const commands = steps.flatMap(({ run }) => (run?.startsWith('npx podsim ') ? [run.slice('npx podsim '.length)] : []));
  expect(commands).toHaveLength(3);
  const place = new Folder();
  place.write('package.json', '{"scripts": {"test": "node test.mjs"}}');
  place.write(
    'test.mjs',
    "const headers = { authorization: 'Bearer ' + process.env.PODSIM_API_KEY };\nconst { ok } = await fetch(process.env.PODSIM_URL + '/v2/pods', { headers });\nprocess.exit(ok ? 0 : 1);\n",
  );
  cpSync('scenarios/jobs', place.at('scenarios'), { recursive: true });
  for (const command of commands) {
    const { status, stderr } = spawnSync('sh', ['-c', `'${process.execPath}' '${bundle}' ${command}`], {
      cwd: place.path,
      encoding: 'utf8',
    });
    expect([command, status, status === 0 ? '' : stderr]).toStrictEqual([command, 0, '']);
  }
  expect(place.read('podsim.xml')).toContain('<testsuites');
});

test('the script of k6 makes a call that podsim answers as it expects, at a rate and for a time', async () => {
  const text = read('k6.js');
  await using server = new ServingProcess(['serve', '--port', '0', '--clock', 'auto']);
  const sent: { readonly url: string; readonly body: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  const checks: ((answer: object) => boolean)[] = [];
  // k6 has no Node inside: what the script imports stands here, and the call that it makes is sent.
  const script = text.replace("import { check } from 'k6';\nimport http from 'k6/http';", 'const { check, http, __ENV } = globalThis.k6;');
  expect(script).not.toContain('import ');
  Object.assign(globalThis, {
    k6: {
      __ENV: { PODSIM_URL: await server.url() },
      http: { post: (url: string, body: string, { headers }: { headers: Record<string, string> }) => sent.push({ url, body, headers }) },
      check: (_: unknown, given: Readonly<Record<string, (answer: object) => boolean>>) => checks.push(...Object.values(given)),
    },
  });
  const { options, default: call } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  expect(options.scenarios.steady).toMatchObject({ executor: 'constant-arrival-rate', rate: 20, duration: '10s' });
  call();
  const [{ url = '', ...request } = { url: '', body: '', headers: {} }] = sent;
  const answer = await fetch(url, { method: 'POST', ...request });
  const body = await answer.text();
  expect(checks.map((isMet) => isMet({ status: answer.status, body }))).toStrictEqual([true]);
  expect(checks[0]?.({ status: 500, body })).toBe(false);
});
