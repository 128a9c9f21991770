import { type FileProblem, parseScenario } from '../../../../engine/index.ts';
import type { TextProblem } from '../editor/port.ts';
import type { ScenarioText } from '../pageData.ts';

/** What is wrong with a scenario as it is written: what prevents a run, and what would not do what is meant. */
export const checkScenario = ({ file, files, seeds }: ScenarioText, text: string): readonly TextProblem[] => {
  const parsed = parseScenario(file, text, (path) => (Object.hasOwn(files, path) ? files[path] : undefined), seeds);
  if (parsed._tag === 'Left') return parsed.left.map((problem) => ({ ...inText(file, problem, true), preventsRun: true }));
  return (parsed.right[0]?.findings ?? []).map((finding) => inText(file, finding, finding.isError));
};

/** A problem with an included file is shown at the beginning: that file is not in the editor. */
const inText = (file: string, { line, column, message, file: where }: FileProblem, isError: boolean): TextProblem =>
  where === file ? { line, column, message, isError } : { line: 1, column: 1, message: `${where}:${line}:${column}: ${message}`, isError };
