import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput, exitCodes } from './exit.ts';
import { scenarioEnding } from './files.ts';
import { knownName } from './knownName.ts';
import { templateNames, templates } from './templates.ts';

/** `podsim new`: writes a small scenario that passes, as a starting point. */
export const newCommand = (path: string, { template }: { readonly template: string }): number => {
  const text = templates[knownName(template, templateNames, `there is no template '${template}'`)];
  const file = `${path.replace(/(\.scenario)?(\.ya?ml)?$/, '')}${scenarioEnding}`;
  if (existsSync(file)) throw new BadInput(`${file}: already exists`);
  try {
    writeFileSync(file, `# yaml-language-server: $schema=${schemaFor(file)}\n${text}`, { flag: 'wx' });
  } catch (error) {
    throw new BadInput(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  process.stdout.write(`${file} written; run it with: podsim run ${file}\n`);
  return exitCodes.pass;
};

/** The path of the schema that this podsim checks files with, as an editor finds it from the file. */
const schemaFor = (file: string): string => {
  const name = join('scenarios', 'scenario.schema.json');
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, name)) && dirname(folder) !== folder) folder = dirname(folder);
  return relative(dirname(resolve(file)), join(folder, name))
    .split(sep)
    .join('/');
};
