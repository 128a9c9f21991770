// What twins answer about endpoints of many families, in minutes: the loop of the hidden endpoints plays what a twin has fitted, too, in place of the engine,
// with which it agrees job by job (`test/twin/hidden.long.test.ts`). `npm run bench -- twin-loop [COUNT] [FROM]`, so many endpoints of each family.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Rows of the bench's table. */
export const twinLoopFigures = async (count = 3, first = 1) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-twins-'));
  try {
    const bundle = await rolldown({
      input: { judge: here('../twin/hidden/judge.ts'), families: here('../twin/hidden/families.ts') },
      platform: 'node',
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    const { judgeTwin } = await import(join(folder, 'judge.mjs'));
    const { hiddenFamilies } = await import(join(folder, 'families.mjs'));
    return Object.entries(hiddenFamilies).map(([name, make]) => {
      const verdicts = Array.from({ length: count }, (_, k) => judgeTwin(make(first + k), first + k));
      const row = rowOf(name, verdicts);
      process.stderr.write(`${row.join('; ')}\n`);
      return row;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const rowOf = (name, verdicts) => {
  const right = verdicts.filter(({ isRight }) => isRight).length;
  const missing = verdicts.filter(({ isRight, truth }) => truth !== undefined && !isRight).length;
  const unknown = verdicts.filter(({ refusals }) => refusals.length > 0).length;
  const held = verdicts.flatMap((one) => one.held);
  const words = `${missing} of ${verdicts.length} miss, ${unknown} are unknown; ${held.filter(Boolean).length} of ${held.length} intervals hold`;
  return [`${name}: right, %`, (100 * right) / verdicts.length, words];
};
