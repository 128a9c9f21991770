import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResourceText } from '../../engine/agents/index.ts';

/** The pages and lessons in the package. */
export interface Pages {
  readonly list: readonly ResourceText[];
  readonly files: ReadonlyMap<string, string>;
}

/** `folder`: the package's. Missing pages are not listed. */
export const pagesIn = (folder: string | undefined): Pages => {
  const found = folder === undefined ? [] : [...docsIn(join(folder, 'docs')), ...lessonsIn(join(folder, 'scenarios', 'lessons'))];
  return { list: found.map(({ file: _, ...one }) => one), files: new Map(found.map(({ uri, file }) => [uri, file])) };
};

/** The text of one of these; undefined for any other address, so that no other file can be read. */
export const readPage = ({ files }: Pages, uri: string): string | undefined => {
  const file = files.get(uri);
  return file === undefined ? undefined : readFileSync(file, 'utf8');
};

interface Found extends ResourceText {
  readonly file: string;
}

const docsIn = (folder: string): readonly Found[] =>
  ['', 'start/']
    .flatMap((below) => namesIn(join(folder, below), '.md').map((name) => `${below}${name}`))
    .map((name) => {
      const file = join(folder, `${name}.md`);
      const [, title = name] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      return { uri: `podsim://docs/${name}`, name: title, description: `A page of the documentation: ${title}`, file };
    });

const lessonsIn = (folder: string): readonly Found[] =>
  namesIn(folder, '.lesson.yaml').map((name) => {
    const file = join(folder, `${name}.lesson.yaml`);
    return {
      uri: `podsim://lessons/${name}`,
      name,
      description: 'A lesson: a scenario with questions, which are answered by its run',
      file,
    };
  });

const namesIn = (folder: string, ending: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .sort()
    : [];
