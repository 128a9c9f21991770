import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { Folder } from '../support/folder.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

const text = readFileSync('adapters/docker/Dockerfile', 'utf8');

/** The instructions, in order: continued lines are joined, comments are left out. */
const instructions = text
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const all = (name: string) => instructions.flatMap(([instruction, rest]) => (instruction === name ? [rest] : []));
const one = (name: string): string => {
  expect(all(name)).toHaveLength(1);
  return all(name)[0] ?? '';
};
const env = Object.fromEntries(
  one('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const placeOf = (name: string) => instructions.findIndex(([instruction]) => instruction === name);

/** What the linter finds. */
const found = (dockerfile: string) => validate(dockerfile).map(({ message }) => message);

describe('the Dockerfile', () => {
  test('has nothing that the linter finds', () => {
    expect(found(text)).toStrictEqual([]);
    expect(found(text.replace('USER node', 'USR node'))).toStrictEqual(['Unknown instruction: USR']);
    expect(found(text.replace('--interval=30s', '--interval=30'))).toHaveLength(1);
  });

  test('is one stage, of an image that its digest names', () => {
    expect(one('FROM')).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(all('COPY')).toStrictEqual([]);
  });

  test('has the course, from the package alone', () => {
    const [image, packed] = [new Folder(), new Folder()];
    const { stdout: name } = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed.path], {
      encoding: 'utf8',
    });
    expect(one('ADD')).toBe(`${name.trim().replace(/-.*(\.tgz)$/, '-*$1')} /podsim/`);
    spawnSync('tar', ['-xzf', packed.at(name.trim()), '-C', image.path]);
    const [node, script = ''] = JSON.parse(one('ENTRYPOINT')) as string[];
    expect(node).toBe('node');
    const { stdout, stderr } = spawnSync(process.execPath, [image.at(script.replace('/podsim/', '')), 'learn'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('16');
    expect(stdout.split('\n').length).toBeGreaterThan(16);
  });

  test('runs as a user without privileges, with its data in a volume of that user', () => {
    expect(one('USER')).toBe('node');
    expect(placeOf('USER')).toBeLessThan(placeOf('ENTRYPOINT'));
    expect(JSON.parse(one('VOLUME'))).toStrictEqual([env['PODSIM_DATA_DIR']]);
    expect(all('RUN').at(-1)).toBe('mkdir --mode 1777 /data && chown node:node /data');
    expect(one('EXPOSE')).toBe(env['PODSIM_PORT']);
  });

  test('starts a server that is healthy by its own check, stores its worlds, logs requests, and stops when it is asked to', async () => {
    const data = new Folder();
    const [node, script = '', ...rest] = [...JSON.parse(one('ENTRYPOINT')), ...JSON.parse(one('CMD'))] as string[];
    expect([node, rest]).toStrictEqual(['node', ['serve']]);
    expect(existsSync(script.replace('/podsim/package/', ''))).toBe(true);
    await using server = new ServingProcess([...rest, '--port', '0'], { ...env, PODSIM_DATA_DIR: data.path });
    const { port } = new URL(await server.url());
    const [program, ...args] = JSON.parse(/ CMD (\[.*\])$/.exec(one('HEALTHCHECK'))?.[1] ?? '[]') as string[];
    // A Node for each check would be dearer than the server.
    expect(program).toBe('bash');
    const check = (on: string) => spawnSync('bash', args, { env: { ...process.env, PODSIM_PORT: on } }).status;
    expect([check(port), check('1')]).toStrictEqual([0, 1]);
    // A server that answers anything but 200 is not healthy.
    const other = createServer((_req, res) => res.writeHead(503).end());
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const asking = spawn('bash', args, { env: { ...process.env, PODSIM_PORT: String((other.address() as AddressInfo).port) } });
    expect(await new Promise((ended) => asking.once('exit', ended))).toBe(1);
    other.close();
    await expect.poll(() => server.out).toContain('"path":"/_podsim/v1/health/ready","status":200');
    const asked = (key: string) => fetch(`http://127.0.0.1:${port}/v2/pods`, { headers: { authorization: `Bearer ${key}` } });
    const key = /API key +(\S+)/.exec(server.out)?.[1] ?? '';
    expect([(await asked('podsim-dev-key')).status, (await asked(key)).status]).toStrictEqual([401, 200]);
    server.signal('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    expect(data.names()).toContain('default');
  });
});
