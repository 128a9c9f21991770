import { type FileProblem, parseScenario } from '../../../../engine/scenario/index.ts';
import type { TextProblem } from '../editor/port.ts';
import type { ScenarioText } from '../pageData.ts';

/** Something wrong with one of the files of a scenario. */
export interface ScenarioProblem extends TextProblem {
  readonly file: string;
}

/** Lists the problems of a scenario's text: those that prevent a run, and those that would not do what the author means. */
export const checkScenario = ({ file, text, files, seeds }: ScenarioText): readonly ScenarioProblem[] => {
  const parsed = parseScenario(file, text, (path) => (Object.hasOwn(files, path) ? files[path] : undefined), seeds);
  if (parsed._tag === 'Left') return parsed.left.map((problem) => ({ ...inFile(problem), isError: true, preventsRun: true }));
  return (parsed.right[0]?.findings ?? []).map((finding) => ({ ...inFile(finding), isError: finding.isError }));
};

const inFile = ({ file, line, column, message }: FileProblem): FileProblem => ({ file, line, column, message });
