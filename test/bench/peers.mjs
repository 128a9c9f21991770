// podsim compared with other servers: Prism, Mountebank and WireMock, in turn. `simulators.mjs` compares it with SimPy.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishedJob, headers, podsim, run, window } from './http.mjs';
import { median } from './median.mjs';

const rounds = 5;
const folder = join(tmpdir(), 'podsim-peers');
const installed = (path) => join(folder, 'node_modules', path);

/** They are not dependencies of the project: neither using podsim nor testing it needs them. */
const install = () => {
  mkdirSync(folder, { recursive: true });
  if (existsSync(installed('wiremock/build'))) return;
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const packages = ['@stoplight/prism-cli@5', 'mountebank@2', 'wiremock@3'];
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'ignore' });
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });

const answer = {
  id: 'b8f4c1de-3f54-4b6e-9d0e-0a6d2e551edb-u1',
  status: 'COMPLETED',
  delayTime: 1000,
  executionTime: 1000,
  output: { a: 1 },
};
const accepted = { id: answer.id, status: 'IN_QUEUE' };
const status = '/v2/ep-demo/status/x';
const json = { 'content-type': 'application/json' };

/** Starts one of them, which says little of where it is; ready when it has answered once. */
const startedAt = async (port, command, args) => {
  const child = spawn(command, args, { stdio: 'ignore', cwd: folder });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; child.exitCode === null && tries < 300; tries++) {
    const answered = await fetch(`${url}${status}`, { headers }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return { url, pid: child.pid, stop: () => stopped(child) };
    await new Promise((later) => setTimeout(later, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`${command} ${args.join(' ')} does not answer`);
};

const stopped = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

const prism = async (served) => {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, await (await fetch(`${served.url}/v2/openapi.json`)).text());
  const port = await freePort();
  const args = [installed('@stoplight/prism-cli/dist/index.js'), 'mock', document, '--port', port, '--host', '127.0.0.1'];
  return startedAt(port, process.execPath, [...args, '--multiprocess', 'false', '--verboseLevel', 'error']);
};

const mountebank = async () => {
  const [admin, port] = [await freePort(), await freePort()];
  const stub = (method, path, body) => ({
    predicates: [{ matches: { method, path } }],
    responses: [{ is: { statusCode: 200, headers: json, body: JSON.stringify(body) } }],
  });
  const stubs = [stub('GET', '^/v2/ep-demo/status/', answer), stub('POST', '^/v2/ep-demo/run$', accepted)];
  const config = join(folder, 'imposters.json');
  writeFileSync(config, JSON.stringify({ imposters: [{ port: Number(port), protocol: 'http', stubs }] }));
  const args = ['start', '--port', admin, '--host', '127.0.0.1', '--configfile', config, '--nologfile', '--loglevel', 'error'];
  return startedAt(port, process.execPath, [installed('mountebank/bin/mb'), ...args, '--pidfile', join(folder, 'mb.pid')]);
};

const wiremock = async () => {
  const root = join(folder, 'wiremock');
  mkdirSync(join(root, 'mappings'), { recursive: true });
  const mapping = (name, method, urlPathPattern, jsonBody) =>
    writeFileSync(
      join(root, 'mappings', name),
      JSON.stringify({ request: { method, urlPathPattern }, response: { status: 200, jsonBody, headers: json } }),
    );
  mapping('status.json', 'GET', '/v2/ep-demo/status/[^/]+', answer);
  mapping('run.json', 'POST', '/v2/ep-demo/run', accepted);
  const [jar] = readdirSync(installed('wiremock/build'));
  const port = await freePort();
  const args = ['-jar', installed(`wiremock/build/${jar}`), '--port', port, '--root-dir', root, '--disable-banner', '--no-request-journal'];
  return startedAt(port, 'java', args);
};

export const peers = async () => {
  install();
  const served = await podsim();
  const job = await finishedJob(served);
  const others = { Prism: () => prism(served), Mountebank: mountebank, WireMock: wiremock };
  const servers = { podsim: served };
  for (const [name, start] of Object.entries(others)) {
    servers[name] = await start().catch((error) => void process.stdout.write(`${name}: ${error.message}\n`));
  }
  const names = Object.keys(servers).filter((name) => servers[name] !== undefined);
  const windows = [];
  // The first round warms all of them up.
  for (let k = 0; k <= rounds; k++) {
    const row = {};
    for (const name of names) {
      row[`${name} status`] = await window(servers[name], {
        method: 'GET',
        path: name === 'podsim' ? `/v2/ep-demo/status/${job}` : status,
      });
      row[`${name} run`] = await window(servers[name], run);
    }
    if (k > 0) windows.push(row);
  }
  await Promise.all(names.map((name) => servers[name].stop()));
  process.stdout.write(
    `${''.padEnd(14)}${'GET status/s'.padStart(14)}${'podsim : it'.padStart(14)}${'POST run/s'.padStart(14)}${'podsim : it'.padStart(14)}\n`,
  );
  for (const name of names) {
    const cells = ['status', 'run'].flatMap((what) => {
      const rate = median(windows.map((row) => row[`${name} ${what}`].perSecond));
      const ratio = median(windows.map((row) => row[`podsim ${what}`].perSecond / row[`${name} ${what}`].perSecond));
      return [Math.round(rate).toLocaleString('en-US').padStart(14), ratio.toFixed(2).padStart(14)];
    });
    process.stdout.write(`${name.padEnd(14)}${cells.join('')}\n`);
  }
};
