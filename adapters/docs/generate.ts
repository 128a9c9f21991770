import { readFileSync, writeFileSync } from 'node:fs';
import { generateFiles } from './generated.ts';

// `npm run generate` writes every generated file again; with --check it only lists those that are out of date.
const checkOnly = process.argv.includes('--check');
const stale = [...(await generateFiles('.'))].filter(([path, content]) => current(path) !== content);
for (const [path, content] of stale) {
  if (!checkOnly) writeFileSync(path, content);
  process.stdout.write(`${path} ${checkOnly ? 'is out of date: npm run generate' : 'written'}\n`);
}
if (checkOnly && stale.length > 0) process.exitCode = 1;

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
