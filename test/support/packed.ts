import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Folder } from './folder.ts';

/**
 * An empty project into which podsim was installed as npm installs it, from the tarball of what is built: it has the files of the package,
 * the packages that these need, and nothing else. `others` are packages that a reader is told to install beside it.
 */
export const emptyProject = (...others: readonly string[]): Folder => {
  const project = new Folder();
  const quiet = ['--ignore-scripts', '--loglevel=error'];
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', project.path, ...quiet], { encoding: 'utf8' }),
  ) as [{ readonly filename: string }];
  project.write('package.json', JSON.stringify({ name: 'empty', private: true }));
  execFileSync('npm', ['install', `./${filename}`, '--prefer-offline', '--no-audit', '--no-fund', ...quiet], { cwd: project.path });
  for (const name of others) {
    const at = project.at(`node_modules/${name}`);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(resolve('node_modules', name), at);
  }
  return project;
};
