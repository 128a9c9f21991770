import type { ScenarioText } from '../pageData.ts';

/** The files of a scenario, its own first. */
export const filesOf = ({ file, files }: ScenarioText): readonly string[] => [file, ...Object.keys(files)];

export const textOf = (scenario: ScenarioText, file: string): string =>
  file === scenario.file ? scenario.text : (scenario.files[file] ?? '');

/** The scenario with another text of one of its files. */
export const withText = (scenario: ScenarioText, file: string, text: string): ScenarioText =>
  file === scenario.file ? { ...scenario, text } : { ...scenario, files: { ...scenario.files, [file]: text } };

export const hasSameTexts = (a: ScenarioText, b: ScenarioText): boolean => filesOf(a).every((file) => textOf(a, file) === textOf(b, file));
