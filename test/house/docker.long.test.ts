import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
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
    expect(found(text.replace('--interval=10s', '--interval=10'))).toHaveLength(1);
  });

  test('has two stages: the second takes over what runs, and nothing for building', () => {
    expect(all('FROM')).toStrictEqual(['node:24-bookworm-slim AS build', 'node:24-bookworm-slim']);
    const second = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));
    const copied = second.flatMap(([name, rest]) => (name === 'COPY' ? [rest] : []));
    expect(copied.map((rest) => rest.replace('--from=build /build/', '').split(' ')[0])).toStrictEqual([
      'package.json',
      'node_modules',
      'dist',
      'scenarios',
      'docs',
    ]);
  });

  test('copies files that exist', () => {
    const sources = all('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((path) => !existsSync(path))).toStrictEqual([]);
  });

  test('has the course, which needs more files than the program', () => {
    const image = new Folder();
    for (const rest of all('COPY').filter((one) => one.startsWith('--from=build /build/'))) {
      const path = rest.replace(/^--from=build \/build\/(\S+) .*$/, '$1');
      if (path === 'node_modules') symlinkSync(resolve(path), image.at(path));
      else cpSync(path, image.at(path), { recursive: true });
    }
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
    expect(existsSync(script.replace('/podsim/', ''))).toBe(true);
    await using server = new ServingProcess([...rest, '--port', '0'], { ...env, PODSIM_DATA_DIR: data.path });
    const { port } = new URL(await server.url());
    const [program, ...args] = JSON.parse(/ CMD (\[.*\])$/.exec(one('HEALTHCHECK'))?.[1] ?? '[]') as string[];
    expect(program).toBe('node');
    const check = (on: string) => spawnSync(process.execPath, args, { env: { ...process.env, PODSIM_PORT: on } }).status;
    expect([check(port), check('1')]).toStrictEqual([0, 1]);
    await expect.poll(() => server.out).toContain('"path":"/_podsim/v1/health/ready","status":200');
    const asked = (key: string) => fetch(`http://127.0.0.1:${port}/v2/pods`, { headers: { authorization: `Bearer ${key}` } });
    const key = /API key +(\S+)/.exec(server.out)?.[1] ?? '';
    expect([(await asked('podsim-dev-key')).status, (await asked(key)).status]).toStrictEqual([401, 200]);
    server.signal('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    expect(data.names()).toContain('default');
  });
});
