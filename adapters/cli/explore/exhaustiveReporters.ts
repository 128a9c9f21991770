import { showCount } from '../../../engine/lab/exhaustive/index.ts';
import type { ExhaustiveReport } from './exhaustiveReport.ts';
import { countProblem } from './exhaustiveText.ts';
import { type JunitCase, junitSuite, linesOfFailure } from './reporters.ts';

const json = (worlds: readonly ExhaustiveReport[]): string => `${JSON.stringify({ worlds }, null, 2)}\n`;

/** Each small world is a test, named by its title. `updates`: the numbers of states were written into the files. */
const junit = (worlds: readonly ExhaustiveReport[], updates: boolean): string =>
  junitSuite({ worlds: worlds.length, states: worlds.reduce((sum, { states }) => sum + states, 0) }, worlds.map(caseOf(updates)));

const caseOf =
  (updates: boolean) =>
  (report: ExhaustiveReport): JunitCase => {
    const { file: place, title: name, failure, states } = report;
    if (failure === null) return { place, name, failure: countProblem(report, updates) ?? [] };
    const written = failure.file === null ? [] : [`written: ${failure.file}`];
    return { place, name, failure: [`${failure.property}, after ${showCount(states)} states`, ...linesOfFailure(failure), ...written] };
  };

/** What prints all worlds at the end. Text for people comes world by world. */
export const exhaustiveReporters = { json, junit } satisfies Readonly<
  Record<string, (worlds: readonly ExhaustiveReport[], updates: boolean) => string>
>;
