import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lessonEnding } from '../../../engine/lab/lesson/index.ts';
import { cannotBeWritten, scenarioEnding, studyEnding } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { templateNames, templates } from './templates.ts';

/** `podsim new`: writes a small scenario that passes, or a small lesson or study, as a starting point. */
export const newCommand = (path: string, { template }: { readonly template: string }): number => {
  const text = templates[requireKnown(template, templateNames, `there is no template '${template}'`)];
  const { kind, ending, next } = kinds[template] ?? scenarioKind;
  const file = `${path.replace(/(\.scenario|\.lesson|\.study)?(\.ya?ml)?$/, '')}${ending}`;
  if (existsSync(file)) throw new BadInput(`${file}: already exists: name another file, or delete this one`);
  try {
    writeFileSync(file, `# yaml-language-server: $schema=${schemaFor(file, kind)}\n${text}`, { flag: 'wx' });
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
  process.stdout.write(`${file} written; ${next} ${file}\n`);
  return exitCodes.pass;
};

/** A kind of file: the name of its schema, the end of its name, and what to do with it. */
interface FileKind {
  readonly kind: string;
  readonly ending: string;
  readonly next: string;
}

const scenarioKind: FileKind = { kind: 'scenario', ending: scenarioEnding, next: 'run it with: podsim run' };

/** The templates that are no scenarios. */
const kinds: Readonly<Record<string, FileKind>> = {
  lesson: { kind: 'lesson', ending: lessonEnding, next: 'check it with: podsim run --check' },
  study: { kind: 'study', ending: studyEnding, next: 'play it with: podsim study' },
};

/** The path of the schema that this podsim checks files with, as an editor finds it from the file. */
const schemaFor = (file: string, kind: string): string =>
  relative(dirname(resolve(file)), join(ownScenarios() ?? '.', `${kind}.schema.json`))
    .split(sep)
    .join('/');
