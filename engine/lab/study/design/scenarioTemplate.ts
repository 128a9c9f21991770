import { writeYaml } from '../../../scenario/format/yamlFile.ts';
import { type Study, withTarget } from '../study.ts';
import type { Combination } from './sample.ts';

/**
 * The scenario of every configuration as one text: pieces of YAML, and between them the numbers of the settings, from 0, whose values
 * go there. So a page holds the scenario once, and not once for each configuration.
 */
export type ScenarioTemplate = readonly (string | number)[];

export const scenarioTemplate = ({ base, targets }: Pick<Study, 'base' | 'targets'>): ScenarioTemplate => {
  const mark = markAbsentFrom(JSON.stringify(base));
  const marked = targets.reduce((data, target, k) => withTarget(data, target, `${mark}${k}-`), base);
  return writeYaml(marked)
    .split(new RegExp(`${mark}(\\d+)-`))
    .map((piece, k) => (k % 2 === 1 ? Number(piece) : piece));
};

/** The scenario with these values, as the text of a file. JSON is YAML, too. */
export const fillTemplate = (template: ScenarioTemplate, values: Combination): string =>
  template.map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(values[piece] ?? null))).join('');

/** A word that YAML needs no quotes for, and that the text does not have. */
const markAbsentFrom = (text: string): string => {
  let mark = 'varied-';
  while (text.includes(mark)) mark = `x${mark}`;
  return mark;
};
