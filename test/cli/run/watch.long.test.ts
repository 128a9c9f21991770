import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Folder } from '../../support/folder.ts';

const text = readFileSync('scenarios/jobs/retry-after-failure.scenario.yaml', 'utf8');

describe('podsim run --watch', () => {
  test('plays all, and then what changes, also after a file that cannot be read', async () => {
    const folder = new Folder();
    for (const name of ['a', 'b'])
      folder.write(
        `${name}.scenario.yaml`,
        text.replace('title: ', `title: ${name}: `).replace('title: a: ', 'title: a ').replace('title: b: ', 'title: b '),
      );
    const child = spawn(process.execPath, ['dist/bin/podsim.js', 'run', folder.path, '--watch', '--quiet'], { stdio: 'pipe' });
    onTestFinished(() => void child.kill());
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
    });
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    const saysAfter = async (pattern: RegExp, change: () => void) => {
      said = '';
      change();
      await expect.poll(() => said).toMatch(pattern);
    };
    await saysAfter(/2 passed, 0 failed[\s\S]*watching; Ctrl-C ends/, () => {});
    await saysAfter(/changed: .*b\.scenario\.yaml\n[\s\S]*watching/, () => writeFileSync(folder.at('b.scenario.yaml'), text));
    expect(said).not.toContain('a.scenario.yaml');
    await saysAfter(/b\.scenario\.yaml:1:1: unknown key 'titel'[\s\S]*watching/, () =>
      writeFileSync(folder.at('b.scenario.yaml'), text.replace(/^[\s\S]*?title:/, 'titel:')),
    );
    await saysAfter(/changed: .*b\.scenario\.yaml\n[\s\S]*watching/, () => writeFileSync(folder.at('b.scenario.yaml'), text));
  });

  test('has a line of progress every so often without a terminal', async () => {
    const child = spawn(process.execPath, ['dist/bin/podsim.js', 'run', 'scenarios/jobs', '--quiet'], {
      stdio: 'pipe',
      env: { ...process.env, PODSIM_PROGRESS_SECONDS: '0.001' },
    });
    let err = '';
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(err).toMatch(/^played \d+ of \d+ runs$/m);
  });
});
