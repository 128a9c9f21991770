// `npm run mutants`: for every small change of a rule in the table, the scenarios that teach the rule must fail. A change that
// they all survive shows a rule that is told and not checked. `npm run mutants -- TEXT` tries those whose rule or file holds it.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { mutants } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hooks = fileURLToPath(new URL('./hooks.mjs', import.meta.url));
const killedAtLeast = 0.95;
/** A change may make a scenario go on for ever. */
const longestMs = 120_000;

const teaching = new Map();
for (const name of readdirSync(join(root, 'scenarios'), { recursive: true })) {
  if (!name.endsWith('.scenario.yaml')) continue;
  const file = join('scenarios', name);
  for (const rule of parse(readFileSync(join(root, file), 'utf8')).teaches ?? []) teaching.set(rule, [...(teaching.get(rule) ?? []), file]);
}

/** The source with the change in it; a text that is not there exactly once is no mutant of today's code. */
const changed = ({ file, was, is }) => {
  const source = readFileSync(join(root, 'engine', file), 'utf8');
  const times = source.split(was).length - 1;
  if (times !== 1) throw new Error(`engine/${file} has ${JSON.stringify(was)} ${times} times: bring the table up to date`);
  return source.replace(was, () => is);
};

/** Plays scenarios, with the change or as the code is; gives the exit code, and what was said. */
const played = (files, mutant) =>
  new Promise((resolve) => {
    const given = mutant === undefined ? [] : ['--import', hooks];
    const env =
      mutant === undefined
        ? process.env
        : { ...process.env, PODSIM_MUTANT: JSON.stringify({ file: mutant.file, source: changed(mutant) }) };
    const child = spawn(process.execPath, [...given, 'dist/adapters/cli/podsim.js', 'run', ...files], {
      cwd: root,
      env,
      timeout: longestMs,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('close', (code) => resolve({ code, said }));
  });

const words = process.argv.slice(2);
const wanted = mutants.filter(({ rule, file }) => words.length === 0 || words.some((word) => `${rule} ${file}`.includes(word)));
for (const mutant of wanted) changed(mutant);
const untaught = wanted.filter(({ rule }) => !teaching.has(rule));
if (untaught.length > 0) throw new Error(`no scenario teaches ${untaught.map(({ rule }) => rule).join(', ')}`);
const { code, said } = await played(['scenarios']);
if (code !== 0) throw new Error(`the scenarios fail without any change:\n${said.slice(-2_000)}`);

const survivors = [];
let tried = 0;
const queue = [...wanted];
const work = async () => {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const { code: ended, said: words } = await played(teaching.get(mutant.rule), mutant);
    tried += 1;
    if (words.includes('mutant not loaded')) throw new Error(words);
    if (ended === 0) survivors.push(mutant);
    if (ended === 0) process.stdout.write(`survived  ${mutant.rule}: engine/${mutant.file}: ${mutant.was} → ${mutant.is}\n`);
  }
};
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));

const unexplained = survivors.filter(({ survives }) => survives === undefined);
for (const { rule, survives } of survivors) if (survives !== undefined) process.stdout.write(`expected  ${rule}: ${survives}\n`);
const killed = tried - survivors.length;
process.stdout.write(
  `${killed} of ${tried} mutants killed, ${survivors.length} survived, ${unexplained.length} of them without a reason\n`,
);
if (killed < killedAtLeast * tried || unexplained.length > 0) process.exitCode = 1;
