import { isLeft } from 'fp-ts/lib/Either.js';
import { readerFor, readText } from '../../../adapters/cli/files.ts';
import { sha256 } from '../../../adapters/store/sha256.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { allChecks } from '../../../engine/scenario/editor/allChecks.ts';
import { type FileProblem, problemText } from '../../../engine/scenario/format/problem.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import type { Run } from '../../../engine/scenario/play/run.ts';
import { parseScenario, type Reader, type Scenario } from '../../../engine/scenario/scenario.ts';

/** Scenarios for tests: texts as a person would write them, and their runs. */
export const file = 'a.scenario.yaml';

/** A file with one endpoint whose single worker is ready at once; `rest` is what follows the world. */
export const scenarioText = (rest: string, endpoint = ''): string => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }${endpoint} }
${rest}`;

/** A step that submits a job and saves its id as $job. */
export const submit = '{ act: run, with: { endpoint: ep-a, body: { input: { prompt: hi } } }, save: { job: id } }';

const nothingBeside: Reader = () => undefined;

/** What is wrong with a file, as `line:column: message`; empty when nothing is. */
export const problemsOf = (text: string, read: Reader = nothingBeside): string[] => {
  const parsed = parseScenario(file, text, read);
  return isLeft(parsed) ? parsed.left.map(shortProblem) : [];
};

const shortProblem = (problem: FileProblem): string => problemText(problem).replace(`${file}:`, '');

/** Every run that a text asks for. */
export const scenariosOf = (text: string, read: Reader = nothingBeside): readonly Scenario[] => {
  const parsed = parseScenario(file, text, read);
  if (isLeft(parsed)) throw new Error(parsed.left.map(shortProblem).join('\n'));
  return parsed.right;
};

/** Plays the first run that a text asks for. */
export const playedText = (text: string): Run => {
  const [scenario] = scenariosOf(text);
  if (scenario === undefined) throw new Error('the text asks for no run');
  return play(scenario, { sha256, ...allChecks });
};

/** Read once, for all test files of a process: several of them play every scenario. */
const scenarios = new Map<string, readonly Scenario[]>();

/** Every run of a scenario file of the project. */
export const scenariosIn = (path: string): readonly Scenario[] => {
  const found = scenarios.get(path) ?? scenariosRead(path);
  scenarios.set(path, found);
  return found;
};

const scenariosRead = (path: string): readonly Scenario[] => {
  const parsed = parseScenario(path, readText(path), readerFor(path));
  if (isLeft(parsed)) throw new Error(parsed.left.map(problemText).join('\n'));
  return parsed.right;
};

export const entriesOf = ({ world }: Run): readonly LogEntry<DomainEvent>[] => [...world.log.entries()];
