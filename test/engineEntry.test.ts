import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseScenario, play } from '../engine/index.ts';

const file = 'dist/lib/browser.js';
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('podsim/engine is a file of its own in a browser, and the modules of podsim elsewhere', () => {
  expect(manifest.exports['./engine'].browser).toBe(`./${file}`);
  expect(manifest.exports['./engine'].default).toBe(manifest.exports['.'].default);
});

test('podsim/engine is small enough for a page', () => {
  const bytes = gzipSync(readFileSync(file)).length;
  expect(bytes).toBeLessThan(248_000);
});

test('podsim/engine imports nothing, and plays a scenario where there is neither Node nor a page', () => {
  const script = `
    import { createContext, SourceTextModule } from 'node:vm';
    import { readFileSync } from 'node:fs';
    // The one thing that every browser and worker has, and JavaScript alone has not.
    const context = createContext({ TextEncoder });
    const refuse = (name) => { throw new Error('imports ' + name); };
    const engine = new SourceTextModule(readFileSync('${file}', 'utf8'), { context });
    await engine.link(refuse);
    await engine.evaluate();
    const { parseScenario, play } = engine.namespace;
    const parsed = parseScenario('a', readFileSync('${scenario}', 'utf8'), () => undefined);
    process.stdout.write(play(parsed.right[0]).world.fingerprint());`;
  const args = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const parsed = parseScenario('a', readFileSync(scenario, 'utf8'), () => undefined);
  if (parsed._tag === 'Left') throw new Error('the scenario cannot be read');
  expect(stdout).toBe(parsed.right.map((run) => play(run).world.fingerprint())[0]);
});
