import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lessonEnding } from '../../engine/index.ts';
import { BadInput, exitCodes } from './exit.ts';
import { scenarioEnding } from './files.ts';
import { knownName } from './knownName.ts';
import { ownScenarios } from './ownFiles.ts';
import { templateNames, templates } from './templates.ts';

/** `podsim new`: writes a small scenario that passes, or a small lesson, as a starting point. */
export const newCommand = (path: string, { template }: { readonly template: string }): number => {
  const text = templates[knownName(template, templateNames, `there is no template '${template}'`)];
  const isLesson = template === 'lesson';
  const file = `${path.replace(/(\.scenario|\.lesson)?(\.ya?ml)?$/, '')}${isLesson ? lessonEnding : scenarioEnding}`;
  if (existsSync(file)) throw new BadInput(`${file}: already exists`);
  try {
    writeFileSync(file, `# yaml-language-server: $schema=${schemaFor(file, isLesson ? 'lesson' : 'scenario')}\n${text}`, { flag: 'wx' });
  } catch (error) {
    throw new BadInput(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  process.stdout.write(`${file} written; ${isLesson ? `check it with: podsim validate ${file}` : `run it with: podsim run ${file}`}\n`);
  return exitCodes.pass;
};

/** The path of the schema that this podsim checks files with, as an editor finds it from the file. */
const schemaFor = (file: string, kind: 'scenario' | 'lesson'): string =>
  relative(dirname(resolve(file)), join(ownScenarios() ?? '.', `${kind}.schema.json`))
    .split(sep)
    .join('/');
