import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Folder } from './folder.ts';

/** An empty project into which podsim was installed: it has the files of the package, the packages that these need, and nothing else. */
export const emptyProject = (...others: readonly string[]): Folder => {
  const project = new Folder();
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], { encoding: 'utf8' });
  const [{ files }] = JSON.parse(packed) as [{ readonly files: readonly { readonly path: string }[] }];
  for (const { path } of files) cpSync(path, project.at(`node_modules/podsim/${path}`));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: object };
  for (const name of [...Object.keys(dependencies), ...others]) {
    const at = project.at(`node_modules/${name}`);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(resolve('node_modules', name), at);
  }
  return project;
};
