import type { ScenarioText } from '../pageData.ts';

/** The files of a scenario, its own first. */
export const listFiles = ({ file, files }: ScenarioText): readonly string[] => [file, ...Object.keys(files)];

export const readText = (scenario: ScenarioText, file: string): string =>
  file === scenario.file ? scenario.text : (scenario.files[file] ?? '');

/** The scenario with another text of one of its files. */
export const withText = (scenario: ScenarioText, file: string, text: string): ScenarioText =>
  file === scenario.file ? { ...scenario, text } : { ...scenario, files: { ...scenario.files, [file]: text } };

export const hasSameTexts = (a: ScenarioText, b: ScenarioText): boolean =>
  listFiles(a).every((file) => readText(a, file) === readText(b, file));
