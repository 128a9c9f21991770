import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages that are in each bundle, by their folders: their licenses ask that their notices go with them. */
const contents = new Map();

/** Remembers the packages in what is bundled. */
export const notices = {
  name: 'notices',
  generateBundle({ dir }, output) {
    for (const { fileName, modules = {} } of Object.values(output))
      contents.set(`${dir}/${fileName}`, new Set(Object.keys(modules).flatMap((id) => packageOf(id) ?? [])));
  },
};

/** The notices of the packages in some bundles: each license once, below the packages that have it and their copyrights. */
export const noticesOf = (files) => {
  const folders = new Set(files.flatMap((file) => [...(contents.get(file) ?? [])]));
  const byLicense = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const { copyrights, terms } = licenseIn(folder, name);
    const heading = [`${name} ${version} (${license})`, ...copyrights.map((line) => `  ${line}`)].join('\n');
    const known = byLicense.get(wordsOf(terms));
    if (known === undefined) byLicense.set(wordsOf(terms), { terms, headings: [heading] });
    else known.headings.push(heading);
  }
  const parts = [...byLicense.values()].map(({ terms, headings }) => `${headings.join('\n')}\n\n${terms}\n`);
  return ['These files contain code of other packages, whose licenses follow.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`);
};

/** What a license says, however its lines, its quotes and its title are set: nearly all are the same one. */
const wordsOf = (terms) =>
  terms
    .replace(/^[\s\S]{0,80}?(?=Permission|Redistribution)/, '')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ');

/** The notices of all bundles in a folder. */
export const noticesIn = (folder) =>
  noticesOf([...contents.keys()].filter((file) => dirname(file) === folder || file.startsWith(`${folder}/`)));

/** The folder of the package that a module belongs to; the bundler's own functions belong to the bundler. */
const packageOf = (id) =>
  id.startsWith('\0rolldown') || id.includes('rolldown/runtime')
    ? dirname(fileURLToPath(import.meta.resolve('rolldown/package.json')))
    : /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];

/** The text of a package's license, apart from the lines that say whose it is. */
const licenseIn = (folder, name) => {
  const lines = licenseText(folder, name)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const isCopyright = (line) => /^copyright (?:\(c\)|\d|©)/i.test(line) || /^Copyright [A-Z]/.test(line);
  const terms = lines.filter((line) => !isCopyright(line)).join('\n');
  return { copyrights: lines.filter(isCopyright), terms: terms.replaceAll(/\n{3,}/g, '\n\n').trim() };
};

/** Most packages have a file with their license; in others it is the last section of the README. */
const licenseText = (folder, name) => {
  const files = readdirSync(folder).sort();
  const read = (pattern) => files.filter((file) => pattern.test(file)).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const own = read(/^(?:licen[cs]e|copying|notice)/i).join('\n');
  const text = own === '' ? /^(?:#+ *)?licen[cs]e\b.*\n[\s\S]*/im.exec(read(/^readme/i).join('\n'))?.[0] : own;
  if (text === undefined || !/copyright|permission/i.test(text))
    throw new Error(`${name} is bundled, and the text of its license was not found`);
  return text;
};
