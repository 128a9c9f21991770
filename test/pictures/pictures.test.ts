import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pagesWithBlocks } from '../../adapters/docs/generated.ts';
import { bytesMax, digestOf, folder, kept, pictures } from './table.mjs';

const made = JSON.parse(readFileSync(kept, 'utf8'));
const names = pictures.map(({ name }) => name);

test.each(pictures)('$name is made of the run that it shows: npm run pictures makes it again', (picture) => {
  expect(made[picture.name]).toBe(digestOf(picture));
  expect(digestOf({ ...picture, hash: '#view=other' })).not.toBe(made[picture.name]);
  expect(digestOf({ ...picture, files: ['package.json'] })).not.toBe(made[picture.name]);
});

test('each is small, and a page shows it; there is no other', () => {
  const found = readdirSync(folder).filter((name) => name.endsWith('.png'));
  expect(found.sort()).toStrictEqual(names.map((name) => `${name}.png`).sort());
  expect(pictures.filter((picture) => statSync(`${folder}/${picture.name}.png`).size > bytesMax(picture))).toStrictEqual([]);
  const pages = pagesWithBlocks('.');
  const text = pages.map((path) => readFileSync(path, 'utf8')).join('\n');
  expect(found.filter((name) => !text.includes(`pictures/${name})`))).toStrictEqual([]);
});
