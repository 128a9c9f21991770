import type { Command } from 'commander';
import { exitCodes } from './exit.ts';

/** What the help of each command shows after its options, by its name. */
export type HelpTable = Readonly<Record<string, Shown>>;

interface Shown {
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** What exit codes mean for this command, beside those that mean the same for all. */
  readonly codes: Readonly<Record<number, string>>;
}

const { badInput, ourFault, unread } = exitCodes;

/** Adds examples and exit codes to the help of every command. */
export const withExamples = (program: Command, shown: HelpTable): void => {
  for (const command of program.commands) command.addHelpText('after', () => textFor(shown[command.name()]));
};

const textFor = (row: Shown | undefined): string => {
  if (row === undefined) return '';
  const codes = {
    [badInput]: 'arguments or files are invalid',
    [ourFault]: 'a defect of podsim',
    [unread]: 'the output cannot be written',
    ...row.codes,
  };
  return `\n${listRows('Examples', row.examples)}\n\n${listRows('Exit codes', Object.entries(codes))}`;
};

const listRows = (title: string, rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n');
};
