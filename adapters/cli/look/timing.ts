import { type GroundedValue, settingRows, settingText, type TimingName, timingNames, valuesWithGrounds } from '../../../engine/index.ts';
import { print, printJson } from '../terminal/terminal.ts';

/** `podsim rules timing`: each value of the measured times, what it rests on, and what that does not explain. */
export const showTiming = (json: boolean): void => {
  const measured = timingNames.filter((name) => valuesWithGrounds(name).length > 0);
  if (json) return printJson({ timings: measured.map((name) => ({ name, values: valuesWithGrounds(name).map(viewOf) })) });
  print([...measured.map(sectionOf), textbookLines].join('\n'));
};

const viewOf = (value: GroundedValue): GroundedValue & { readonly written: string } => ({
  ...value,
  written: settingText(value.setting, value.value),
});

const textbookLines = `textbook: the defaults of the settings, chosen so that a timeline can be read; not measured
  what a world has unless its \`timing\` names another
`;

const sectionOf = (name: TimingName): string => {
  const usual = new Map(settingRows().map((row) => [row.name, row]));
  const lines = valuesWithGrounds(name).flatMap(({ setting, value, mechanism, facts, estimator, spread, open }) => [
    `  ${setting} = ${settingText(setting, value)}   (textbook: ${usual.get(setting)?.value ?? '?'})`,
    `    ${usual.get(setting)?.about ?? ''}`,
    `    ${mechanism}: ${facts.join(', ')}; ${estimator}`,
    `    spread: ${spread}`,
    ...(open === '' ? [] : [`    not explained: ${open}`]),
    '',
  ]);
  return [`${name}`, '', ...lines].join('\n');
};
