// `npm run mutants`: for every small change of a rule in the table, the scenarios that teach the rule must fail, or the tests that the row
// names. A change that they do not notice shows a rule that nothing checks. `npm run mutants -- TEXT` tries those whose rule or file holds it.
import { availableParallelism } from 'node:os';
import { pathOf } from './pathOf.mjs';
import { mutants, tested } from './table.mjs';
import { areFailing, changed, isKilled, played, teaching } from './trials.mjs';

const killedAtLeast = 0.95;

const words = process.argv.slice(2);
const isWanted = (/** @type {string} */ text) => words.length === 0 || words.some((word) => text.includes(word));
const wanted = mutants.filter(({ rule, file }) => isWanted(`${rule} ${file}`));
const byTests = tested.filter(({ tests, file, rule = '' }) => isWanted(`${tests} ${file} ${rule}`));
if (wanted.length + byTests.length === 0) throw new Error(`no mutant's rule or file holds ${words.join(' or ')}`);
for (const mutant of [...wanted, ...byTests]) changed(mutant);
const untaught = wanted.filter(({ rule }) => teaching(rule).length === 0);
if (untaught.length > 0) throw new Error(`no scenario teaches ${untaught.map(({ rule }) => rule).join(', ')}`);
if (wanted.length > 0) {
  const { code, said } = await played([...new Set(wanted.flatMap(({ rule }) => teaching(rule)))]);
  if (code !== 0) throw new Error(`the scenarios fail without any change:\n${said.slice(-2_000)}`);
}
for (const tests of new Set(byTests.map((mutant) => mutant.tests)))
  if (await areFailing(tests)) throw new Error(`${tests} fails without any change`);

const survivors = [];
const queue = [...wanted];
const work = async () => {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    if (await isKilled(mutant)) continue;
    survivors.push(mutant);
    process.stdout.write(`survived  ${mutant.rule}: ${pathOf(mutant)}: ${mutant.was} → ${mutant.is}\n`);
  }
};
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
let unnoticed = 0;
for (const mutant of byTests) {
  if (await areFailing(mutant.tests, mutant)) continue;
  unnoticed += 1;
  process.stdout.write(`survived  ${mutant.tests}: ${pathOf(mutant)}: ${mutant.was} → ${mutant.is}\n`);
}

const unexplained = survivors.filter(({ survives }) => survives === undefined);
for (const { rule, survives } of survivors) if (survives !== undefined) process.stdout.write(`expected  ${rule}: ${survives}\n`);
const killed = wanted.length - survivors.length;
process.stdout.write(
  `${killed + byTests.length - unnoticed} of ${wanted.length + byTests.length} mutants killed, ${survivors.length + unnoticed} survived, ${unexplained.length + unnoticed} of them without a reason\n`,
);
if (killed < killedAtLeast * wanted.length || unexplained.length + unnoticed > 0) process.exitCode = 1;
