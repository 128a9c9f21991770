import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseScenario, play, scenarioJsonSchema } from '../../engine/index.ts';
import { parseLesson, playLesson } from '../../engine/lab/lesson/index.ts';

const folder = 'dist/lib';
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

/** The modules that the engine's entry loads, itself first. */
const modulesOf = (entry: string): readonly string[] => {
  const found = new Set([entry]);
  for (const name of found)
    for (const [, other = ''] of readFileSync(`${folder}/${name}`, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)) found.add(other);
  return [...found];
};

test('podsim/engine is small enough for a page', () => {
  const texts = modulesOf('index.js').map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  expect(gzipSync(texts.join('\n')).length).toBeLessThan(420_000);
  expect(readFileSync('docs/library.md', 'utf8')).toContain('less than 420 kB (gzip)');
});

/** What a script prints that has one of the package's entries, in `engine`, where there is neither Node nor a page. */
const printedAlone = (script: string, entry = 'index'): string => {
  const whole = `
    import { createContext, SourceTextModule } from 'node:vm';
    import { readFileSync } from 'node:fs';
    // The one thing that every browser and worker has, and JavaScript alone has not.
    const context = createContext({ TextEncoder });
    const modules = new Map();
    const load = (name) => {
      if (!name.startsWith('./')) throw new Error('imports ' + name);
      if (!modules.has(name)) modules.set(name, new SourceTextModule(readFileSync('${folder}/' + name, 'utf8'), { context }));
      return modules.get(name);
    };
    const module = load('./${entry}.js');
    await module.link(load);
    await module.evaluate();
    const engine = module.namespace;
    ${script}`;
  const args = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '-e', whole];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
};

test('podsim/engine imports nothing but its own modules, and plays a scenario where there is neither Node nor a page', () => {
  const fingerprint = printedAlone(`
    const parsed = engine.parseScenario('a', readFileSync('${scenario}', 'utf8'), () => undefined);
    process.stdout.write(engine.play(parsed.right[0]).world.fingerprint());`);
  const parsed = parseScenario('a', readFileSync(scenario, 'utf8'), () => undefined);
  if (parsed._tag === 'Left') throw new Error('the scenario cannot be read');
  expect(fingerprint).toBe(parsed.right.map((run) => play(run).world.fingerprint())[0]);
});

test('podsim/lab computes the answers of a lesson there', () => {
  const lesson = 'scenarios/lessons/03-three-clocks.lesson.yaml';
  const script = `
    const parsed = engine.parseLesson('a', readFileSync('${lesson}', 'utf8'), () => undefined);
    const { steps } = engine.playLesson(parsed.right);
    process.stdout.write(JSON.stringify([engine.checkLesson(parsed.right), steps]));`;
  const answers = printedAlone(script, 'lab');
  const parsed = parseLesson('a', readFileSync(lesson, 'utf8'), () => undefined);
  if (parsed._tag === 'Left') throw new Error('the lesson cannot be read');
  expect(JSON.parse(answers)).toStrictEqual([[], JSON.parse(JSON.stringify(playLesson(parsed.right).steps))]);
});

test('podsim/engine says there what is wrong with a scenario, and how one is written', () => {
  const text = 'title: t\\nstepz: []\\n';
  const said = printedAlone(`
    const { left } = engine.parseScenario('a', '${text}', () => undefined);
    process.stdout.write(JSON.stringify([left, engine.scenarioJsonSchema()]));`);
  const wrong = parseScenario('a', text.replaceAll('\\n', '\n'), () => undefined);
  if (wrong._tag === 'Right') throw new Error('nothing is wrong');
  expect(said).toBe(JSON.stringify([wrong.left, scenarioJsonSchema()]));
});
