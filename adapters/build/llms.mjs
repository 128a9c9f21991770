// What programs read that look for `llms.txt` (llmstxt.org): a list of the pages with the questions they answer.
import { readFileSync, writeFileSync } from 'node:fs';

/** Writes it into a folder, from the list of the pages in docs/README.md. */
export const writeLlms = (folder) => {
  const readme = readFileSync('README.md', 'utf8');
  const [, title = ''] = /^# (.+)$/m.exec(readme) ?? [];
  const { description } = JSON.parse(readFileSync('package.json', 'utf8'));
  const listed = readFileSync('docs/README.md', 'utf8').matchAll(/^\| \[([^\]]+)\]\(((?:start\/)?[\w-]+\.md)\) \| (.+) \|$/gm);
  const pages = [...listed].map(([, name, path, questions]) => ({ name, path: `docs/${path}`, questions }));
  if (pages.length < 10) throw new Error('docs/README.md does not list the pages as it did: | [Name](page.md) | questions |');
  const list = pages.map(({ name, path, questions }) => `- [${name}](${path}): ${questions}`);
  writeFileSync(
    `${folder}/llms.txt`,
    [`# ${title}`, '', `> ${description}.`, '', '## Pages', '', '- [All pages as one text](llms-full.txt)', ...list, ''].join('\n'),
  );
};
