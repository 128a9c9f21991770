import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readExecOrder } from '../../../adapters/cli/serve/workers.ts';

const node = process.execPath;
const parent = `${node} -p process.ppid`;
const variable = `${node} -p process.env.MODEL`;

describe.skipIf(process.platform === 'win32')('the command of a worker, as a line for a shell', () => {
  // biome-ignore format: a table
  test.each([
    ['takes the place of the shell, so that signals reach it', parent,                             `${process.pid}`],
    ['may have variables before it',                           `MODEL=large ${variable}`,          'large'],
    ['takes the place of the shell with variables, too',       `MODEL=large ${parent}`,            `${process.pid}`],
    ['takes the place of the shell whatever stands in quotes', `${node} -p '0; process.ppid'`,     `${process.pid}`],
    ['takes the place of the shell where it is redirected',    `${parent} 2>&1`,                   `${process.pid}`],
    ['takes the place of the shell with what it expands',      `MODEL=$(echo a; echo b) ${node} "-p" \${NONE}process.ppid`, `${process.pid}`],
    ['may be one after another',                               `cd ${tmpdir()} && exec pwd`,       tmpdir()],
    ['may be several lines',                                   `MODEL=small\nexport MODEL\n${variable}`, 'small'],
    ['may have anything in quotes',                            `${node} -p '"a; b" + " && c"'`,    'a; b && c'],
    ['may expand variables of its own',                        `MODEL=tiny sh -c 'echo $MODEL'`,   'tiny'],
  ])('%s: %s', (_, line, printed) => {
    const [{ program, args } = { program: '', args: [] }] = readExecOrder(['true'], [`ep-a=${line}`]).workers;
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect({ stdout: stdout.trimEnd(), stderr }).toStrictEqual({ stdout: printed, stderr: '' });
  });
});
