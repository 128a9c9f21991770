import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folder } from './folder.ts';

/** Where a check of the build is found: the name of an invariant and what it is about; what it looks at; and the function that checks it. */
const checked = (invariant: string): RegExp => new RegExp(`(name:\`${invariant}\`,about:\`[^\`]*\`,)[^{}]*?(broken:)[\\w$]+`);

/**
 * A copy of the build whose invariant looks at every event, and says that one must never occur; returns its script: processes and threads
 * of it find what the real one does not.
 */
export const brokenBuild = (folder: Folder, invariant: string, event: string): string => {
  const [dist, copy] = [`${process.cwd()}/dist`, folder.at('dist')];
  mkdirSync(copy);
  symlinkSync(join(dist, 'console'), join(copy, 'console'));
  symlinkSync(`${process.cwd()}/node_modules`, folder.at('node_modules'));
  cpSync(join(dist, 'bin'), join(copy, 'bin'), { recursive: true });
  const main = join(copy, 'bin/main.js');
  const text = readFileSync(main, 'utf8');
  const broken = text.replace(checked(invariant), `$1$2({event:e})=>e.type===\`${event}\`?\`there is a \${e.type}\`:void 0`);
  if (broken === text) throw new Error(`the build has no invariant ${invariant}`);
  writeFileSync(main, broken);
  return join(copy, 'bin/podsim.js');
};
