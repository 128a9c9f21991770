// `npm run mutants`: for every small change of a rule in the table, the scenarios that teach the rule must fail. A change that
// they do not notice shows a rule that no scenario checks. `npm run mutants -- TEXT` tries those whose rule or file holds it.
import { availableParallelism } from 'node:os';
import { mutants } from './table.mjs';
import { changed, isKilled, played, teaching } from './trials.mjs';

const killedAtLeast = 0.95;

const words = process.argv.slice(2);
const wanted = mutants.filter(({ rule, file }) => words.length === 0 || words.some((word) => `${rule} ${file}`.includes(word)));
if (wanted.length === 0) throw new Error(`no mutant's rule or file holds ${words.join(' or ')}`);
for (const mutant of wanted) changed(mutant);
const untaught = wanted.filter(({ rule }) => teaching(rule).length === 0);
if (untaught.length > 0) throw new Error(`no scenario teaches ${untaught.map(({ rule }) => rule).join(', ')}`);
const { code, said } = await played([...new Set(wanted.flatMap(({ rule }) => teaching(rule)))]);
if (code !== 0) throw new Error(`the scenarios fail without any change:\n${said.slice(-2_000)}`);

const survivors = [];
const queue = [...wanted];
const work = async () => {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    if (await isKilled(mutant)) continue;
    survivors.push(mutant);
    process.stdout.write(`survived  ${mutant.rule}: engine/${mutant.file}: ${mutant.was} → ${mutant.is}\n`);
  }
};
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));

const unexplained = survivors.filter(({ survives }) => survives === undefined);
for (const { rule, survives } of survivors) if (survives !== undefined) process.stdout.write(`expected  ${rule}: ${survives}\n`);
const killed = wanted.length - survivors.length;
process.stdout.write(
  `${killed} of ${wanted.length} mutants killed, ${survivors.length} survived, ${unexplained.length} of them without a reason\n`,
);
if (killed < killedAtLeast * wanted.length || unexplained.length > 0) process.exitCode = 1;
