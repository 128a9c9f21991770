import { spawnSync } from 'node:child_process';
import { cpSync, statSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Folder } from '../support/folder.ts';

/** Some files and folders of this project, copied into a folder of their own. */
const cloneOf = (...paths: readonly string[]) => {
  const clone = new Folder();
  for (const path of paths) cpSync(path, clone.at(path), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve('node_modules'), clone.at('node_modules'));
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone.path, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };
  return { clone, run };
};

/** A study of four plays: what is asked here does not depend on how many there are. */
const small = 'scenarios/studies/small.study.yaml';
const studied = `study: Is FlashBoot worth it?
scenario: now-and-then.scenario.yaml
vary: { flashboot: ['OFF', FLASHBOOT] }
seeds: 2
measures: [delayTime.p95, cost]
`;
const study = ['dist/bin/podsim.js', 'study', small, '--jobs', '1'];

describe('a clone in which work is done', () => {
  test('passes its checks after a study, whose results are ignored', () => {
    const { clone, run } = cloneOf('biome.json', '.gitignore', 'dist', 'scenarios/studies');
    const check = () => run('node_modules/.bin/biome', 'check', '.', '--reporter=summary');
    clone.write(small, studied);
    expect(run(process.execPath, ...study)).toMatchObject({ status: 0 });
    expect(clone.names('.podsim/results')).not.toStrictEqual([]);
    expect(check()).toMatchObject({ status: 0 });
    clone.write('left/here.json', '{"a":1,\n\n"b":2}');
    expect(check()).toMatchObject({ status: 1 });
  });

  test('has its sources translated once', () => {
    const { clone, run } = cloneOf('package-lock.json', 'engine/kernel', 'adapters/build');
    const translate = () => run(process.execPath, 'adapters/build/build.mjs', 'sources');
    expect(translate()).toMatchObject({ status: 0 });
    const files = clone.names('dist/engine/kernel').filter((name) => name.endsWith('.js'));
    // A file that is written again is another one.
    const numbers = () => files.map((name) => statSync(clone.at(`dist/engine/kernel/${name}`)).ino);
    const before = numbers();
    expect(before.length).toBeGreaterThan(20);
    clone.write('engine/kernel/ids.ts', 'export const changed = 1;\n');
    expect(translate()).toMatchObject({ status: 0 });
    expect(files.filter((_, k) => numbers()[k] !== before[k])).toStrictEqual(['ids.js']);
  });

  test('generates what a new kind of entity needs, before the tests that need it can be compiled', () => {
    const { clone, run } = cloneOf(
      ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
      ...['engine', 'adapters', 'docs', 'scenarios', 'test', 'dist'],
    );
    const registry = clone.read('engine/cloud/resources/registry.ts');
    clone.write('engine/cloud/resources/vault.ts', registry.replaceAll('registry', 'vault').replaceAll('Registry', 'Vault'));
    const entities = clone.read('engine/cloud/entities.ts');
    clone.write(
      'engine/cloud/entities.ts',
      `import { vaultEntity } from './resources/vault.ts';\n${entities.replace('\n  registry: registryEntity,', '$&\n  vault: vaultEntity,')}`,
    );
    clone.write('test/needs.test.ts', "import diagrams from '../adapters/console/diagrams.json' with { type: 'json' };\ndiagrams.vault;\n");
    expect(run('npm', 'run', 'generate')).toMatchObject({ status: 0 });
    expect(JSON.parse(clone.read('adapters/console/diagrams.json'))).toHaveProperty('vault');
    expect(clone.read('scenarios/scenario.schema.json')).toContain('"vault":{');
  });

  test('plays again what it has measured with other code of the same version, and only then', () => {
    const { clone, run } = cloneOf('package.json', 'package-lock.json', 'engine', 'adapters', 'dist', 'scenarios/studies');
    clone.write(small, studied);
    const plays = () => run(process.execPath, ...study, '--why').output;
    const change = (path: string, from: string, to: string) => {
      const text = clone.read(path);
      clone.write(path, text.replace(from, to));
      expect(clone.read(path)).not.toBe(text);
      expect(run(process.execPath, 'adapters/build/build.mjs', 'command-line')).toMatchObject({ status: 0 });
    };
    expect(plays()).toContain('4 plays made, 0 known before');
    change('engine/lab/lesson/lesson.ts', 'export', 'export const unused = 1;\nexport');
    expect(plays()).toContain('0 plays made, 4 known before');
    // A number is added to what is kept of a play, and no constant is raised.
    change('engine/lab/study/results/result.ts', 'endedAt: end,', 'answered: 1, endedAt: end,');
    expect(plays()).toMatch(/4 plays made because the code of plays changed \(\w{4}… → \w{4}…\)/);
    expect(plays()).toContain('0 plays made, 4 known before');
  });
});
