// `npm run mutants`: for every small change of a rule in the table, the scenarios that teach the rule must fail, or the tests that the row
// names. A change that they do not notice shows a rule that nothing checks. `npm run mutants -- TEXT` tries those whose rule or file holds it.
import { inParallel } from './inParallel.mjs';
import { pathOf } from './pathOf.mjs';
import { mutants, tested } from './table.mjs';
import { areFailing, changed, isKilled, played, ran, teaching } from './trials.mjs';

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
await inParallel(new Set([...wanted, ...byTests].map(({ tests }) => tests)), async (tests) => {
  if (tests === undefined) return;
  const { failed, said } = await ran([tests]);
  if (failed) throw new Error(`${tests} fails without any change:\n${said}`);
});

/** @type {typeof wanted} */
const survivors = [];
/** @type {typeof byTests} */
const unnoticed = [];
const reportSurvivor = (/** @type {string} */ what, /** @type {{ file: string, was: string, is: string }} */ mutant) =>
  process.stdout.write(`survived  ${what}: ${pathOf(mutant)}: ${mutant.was} → ${mutant.is}\n`);
await inParallel(
  [
    ...wanted.map((mutant) => async () => {
      if (await isKilled(mutant)) return;
      survivors.push(mutant);
      reportSurvivor(mutant.rule, mutant);
    }),
    ...byTests.map((mutant) => async () => {
      if (await areFailing(mutant.tests, mutant)) return;
      unnoticed.push(mutant);
      reportSurvivor(mutant.tests, mutant);
    }),
  ],
  (trial) => trial(),
);

const unexplained = survivors.filter(({ survives }) => survives === undefined).length + unnoticed.length;
for (const { rule, survives } of survivors) if (survives !== undefined) process.stdout.write(`expected  ${rule}: ${survives}\n`);
const survived = survivors.length + unnoticed.length;
const all = wanted.length + byTests.length;
process.stdout.write(`${all - survived} of ${all} mutants killed, ${survived} survived, ${unexplained} of them without a reason\n`);
if (wanted.length - survivors.length < killedAtLeast * wanted.length || unexplained > 0) process.exitCode = 1;
