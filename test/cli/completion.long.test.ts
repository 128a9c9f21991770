import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundle, podsimBundled, podsimProcess } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';

/** What a shell's script gets for a command line. */
const completions = async (line: string, shell = 'zsh'): Promise<readonly string[]> => {
  const { code, out, err } = await podsimBundled('completion-server', shell, '--', ...line.split(' '));
  expect([code, err]).toStrictEqual([0, '']);
  return out.split('\n').slice(0, -1);
};

// biome-ignore format: a table
test.each<[string, readonly unknown[]]>([
  ['podsim ',                        [expect.stringMatching(/^run:play scenarios/), expect.stringMatching(/^completion:/), expect.stringMatching(/^help:/)]],
  ['podsim help ',                   [expect.stringMatching(/^serve:/)]],
  ['podsim explain a.log --',        [expect.stringMatching(/^--last:/)]],
  ['podsim log ',                    [expect.stringMatching(/^show:/), expect.stringMatching(/^stand-in:/)]],
  ['podsim help log ',               [expect.stringMatching(/^fork:/)]],
  ['podsim spec rules job.retry-',   ['job.retry-refused']],
  ['podsim run --',                  [expect.stringMatching(/^--only:/), expect.stringMatching(/^--reporter:/)]],
  ['podsim run a --reporter ',       ['pretty', 'json', 'junit', 'tap', 'github']],
  ['podsim serve --log-format ',     ['text', 'json', 'none']],
  ['podsim serve --clock ',          ['realtime', 'manual', 'auto', 'measured']],
  ['podsim serve --quiet --sync ',   ['always', 'batch', 'never']],
  ['podsim spec rules ',                  ['pod', 'job', 'job.retry-refused']],
  ['podsim completion ',             ['bash', 'zsh', 'fish']],
  ['podsim new a --template ',       ['job', 'load', 'pod', 'cluster', 'billing', 'fault', 'lesson', 'study']],
  ['podsim run a --kind ',           ['job', 'worker', 'input']],
  ['podsim log show a.log --kind job,', ['job,job', 'job,worker', 'job,input']],
  ['podsim run a --type ',           ['JobFailed', 'WorkerReady', 'InputRefused']],
  ['podsim study a --',              [expect.stringMatching(/^--measures:list/), expect.stringMatching(/^--settings:list/), expect.stringMatching(/^--results:/)]],
  ['podsim spec schema --',               [expect.stringMatching(/^--study:/), expect.stringMatching(/^--study-report:/)]],
])('after %j come %j', async (line, wanted) => {
  expect(await completions(line)).toEqual(expect.arrayContaining([...wanted]));
});

test.each(['podsim run ', 'podsim study ', 'podsim run scena', 'podsim run a --log '])(
  'after %j come files, which the shell knows',
  async (line) => {
    expect(await completions(line)).toStrictEqual(['__podsim_complete_files__']);
  },
);

test('the server of completions is not among them, and an unknown command has none', async () => {
  expect((await completions('podsim ')).join()).not.toContain('completion-server');
  expect(await completions('podsim fly ')).toStrictEqual([]);
});

test('only what begins as the word does is a candidate, and fish gets descriptions after a tab', async () => {
  expect(await completions('podsim ru', 'fish')).toStrictEqual(['run\tplay scenarios and report whether they pass']);
  expect(await completions('podsim ru', 'bash')).toStrictEqual(['run']);
});

// biome-ignore format: a table
test.each([
  ['bash', 'complete -o default -F _podsim_completion podsim'],
  ['zsh',  'compdef _podsim_completion podsim'],
  ['fish', 'complete -f -d podsim -c podsim'],
])('there is a script for %s', (shell, words) => {
  const { code, out, err } = podsimProcess(['completion', shell]);
  expect([code, err]).toStrictEqual([0, '']);
  expect(out).toContain(words);
});

// biome-ignore format: a table
test.each([
  ['tcsh', "there is no completion for 'tcsh'; there are bash, zsh, fish\n"],
  ['fsh',  "there is no completion for 'fsh'; did you mean 'fish'? (there are bash, zsh, fish)\n"],
])('there is none for another shell, such as %s', (shell, err) => {
  expect(podsimProcess(['completion', shell])).toMatchObject({ code: 3, out: '', err });
});

// biome-ignore format: a table
test.each([
  ['podsim obs',                'observe'],
  ['podsim run --on',           '--only'],
  ['podsim spec rules job.retry-',   'job.retry-refused'],
  ['podsim run scenarios/jo',   ''],
])('bash completes %j to %j', (line, wanted) => {
  const folder = new Folder();
  const command = folder.at('podsim');
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${bundle} "$@"\n`);
  chmodSync(command, 0o755);
  const words = line.split(' ');
  const script = `
    source <(podsim completion bash)
    COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMP_LINE='${line}'; COMP_POINT=${line.length}
    _podsim_completion
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${folder.path}:${process.env['PATH']}` };
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', env });
  expect(stdout.trim()).toBe(wanted);
});
