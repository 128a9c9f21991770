import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Folder } from '../support/folder.ts';

const action = parse(readFileSync('adapters/github/action.yml', 'utf8'));
const [step] = action.runs.steps;

/** What the step does in a project that has podsim, with these inputs. */
const runStep = (project: Folder, inputs: Readonly<Record<string, string>> = {}) => {
  project.write('node_modules/.bin/podsim', `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/bin/podsim.js')}" "$@"\n`);
  spawnSync('chmod', ['+x', project.at('node_modules/.bin/podsim')]);
  const chosen = (name: string) => inputs[name] ?? action.inputs[name].default;
  const env = Object.entries<string>(step.env).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input) => chosen(input)),
  ]);
  return spawnSync(step.shell, ['-e', '-c', step.run], {
    cwd: project.path,
    env: { ...process.env, ...Object.fromEntries(env) },
    encoding: 'utf8',
  });
};

const scenario = (status: string) => `title: one job
world: { endpoints: [{ id: ep }] }
steps:
  - act: runsync
    with: { endpoint: ep, body: { input: {} } }
    expect: { status: 200, body: { status: ${status} } }
`;

describe('the action', () => {
  test('passes where all scenarios do', () => {
    const project = new Folder();
    project.write('scenarios/a.scenario.yaml', scenario('COMPLETED'));
    expect(runStep(project)).toMatchObject({ status: 0, stderr: '' });
  });

  test('says each failure as GitHub reads it, and writes a page of its run', () => {
    const project = new Folder();
    project.write('some/a.scenario.yaml', scenario('FAILED'));
    project.write('others/b.scenario.yaml', scenario('COMPLETED'));
    const { status, stdout } = runStep(project, { scenarios: 'some others', pages: 'out' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=some\/a\.scenario\.yaml,line=\d+/m);
    expect(project.names('out')).toHaveLength(1);
  });
});
