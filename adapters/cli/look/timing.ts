import { type GroundedValue, settingRows, type TimingName, timingNames, valuesWithGrounds } from '../../../engine/cloud/index.ts';
import { showGrounded } from '../../../engine/scenario/index.ts';
import { exitCodes } from '../terminal/exit.ts';
import { print, printJson } from '../terminal/terminal.ts';

/** `podsim spec times`: shows each value of the measured times, its basis, and the facts that it does not explain. */
export const timesCommand = ({ json }: { readonly json?: boolean }): number => {
  const measured = timingNames.filter((name) => valuesWithGrounds(name).length > 0);
  if (json === true) printJson({ timings: measured.map((name) => ({ name, values: valuesWithGrounds(name).map(formatGrounded) })) });
  else print([...measured.map(formatSection), textbookLines].join('\n'));
  return exitCodes.pass;
};

const formatGrounded = (value: GroundedValue): GroundedValue & { readonly written: string } => ({
  ...value,
  written: showGrounded(value),
});

const textbookLines = `textbook: the defaults of the settings, chosen so that a timeline can be read; not measured
  what a world has unless its \`timing\` names another
`;

const formatSection = (name: TimingName): string => {
  const usual = new Map(settingRows().map((row) => [row.name, row]));
  const lines = valuesWithGrounds(name).flatMap((row) => {
    const { setting, mechanism, facts, values, estimator, spread, open } = row;
    return [
      `  ${setting} = ${showGrounded(row)}   (textbook: ${usual.get(setting)?.value ?? '?'})`,
      `    ${usual.get(setting)?.about ?? ''}`,
      `    ${mechanism}: ${facts.join(', ')}; ${estimator}`,
      ...(values === 1 ? [] : [`    spread: ${spread}`]),
      ...(open === '' ? [] : [`    not explained: ${open}`]),
      '',
    ];
  });
  return [`${name}`, '', ...lines].join('\n');
};
