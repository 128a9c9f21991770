import type { Command } from 'commander';
import { alignColumns } from '../../../engine/process/index.ts';
import { exitCodes } from './exit.ts';

/** The end of each command's help after its options, by the command's name: `run`, `log show`. */
export type HelpTable = Readonly<Record<string, HelpText>>;

interface HelpText {
  /** Command lines, each with its effect. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** The meanings of exit codes for this command, besides the common ones. */
  readonly codes: Readonly<Record<number, string>>;
}

const { badInput, ourFault, unread } = exitCodes;

/** Adds examples and exit codes to the help of every command that the table has. */
export const addExamples = (program: Command, shown: AllHelp): void => {
  addBelow(program, shown, '');
};

const addBelow = (parent: Command, shown: HelpTable, path: string): void => {
  for (const command of parent.commands) {
    const name = `${path}${command.name()}`;
    const row = shown[name];
    if (row !== undefined) command.addHelpText('after', () => formatRow(row));
    addBelow(command, shown, `${name} `);
  }
};

const formatRow = (row: HelpText): string => {
  const codes = {
    [badInput]: 'arguments or files are invalid',
    [ourFault]: 'a defect of podsim',
    [unread]: 'the output cannot be written',
    ...row.codes,
  };
  return `\n${listRows('Examples', row.examples)}\n\n${listRows('Exit codes', Object.entries(codes))}`;
};

const listRows = (title: string, rows: readonly (readonly [string, string])[]): string =>
  [`${title}:`, ...alignColumns(rows).map((line) => `  ${line}`)].join('\n');

/** The commands by purpose. `podsim --help` shows the first groups, `podsim help --all` shows all of them. */
// biome-ignore format: a table
const grouped = [
  ['Test a client:',                ['serve', 'exec'],                                    true],
  ['Script what happens:',          ['new', 'run'],                                       true],
  ['See what happened, and why:',   ['page', 'explain'],                                  true],
  ['Plan and learn:',               ['study', 'learn'],                                   true],
  ['Logs and the platform:',        ['log', 'spec'],                                      false],
  ['Search for failures:',          ['explore'],                                          false],
  ['Real endpoints:',               ['twin', 'observe', 'fidelity'],                      false],
  ['Agents:',                       ['mcp', 'task'],                                      false],
  ['HTTPS:',                        ['ca'],                                               false],
  ['Many machines, real workers:',  ['study-worker', 'worker-env'],                       false],
  ['This command line:',            ['completion', 'help'],                               false],
] as const satisfies readonly Group[];

const groups: readonly Group[] = grouped;

type Group = readonly [heading: string, names: readonly string[], isFirst: boolean];

/** The commands right below the program: each is in a group, or help would not list it. */
type CommandName = (typeof grouped)[number][1][number];

/** The program, as its commands are added: one that is in no group does not compile, but for what only shells call. */
export interface Program extends Omit<Command, 'command'> {
  command(name: CommandName): Command;
  command(name: 'completion-server', options: { readonly hidden: true }): Command;
}

/** The commands that only hold others together, and the one that shows help, have no examples. */
type AllHelp = HelpTable & Readonly<Record<Exclude<CommandName, 'log' | 'spec' | 'help'>, HelpText>>;

/** Sorts the commands into groups, and hides from the help of the program what only `help --all` shows. */
export const groupCommands = (program: Command): void => {
  const isShown = (command: Command): boolean => groups.some(([, names, isFirst]) => isFirst && names.includes(command.name()));
  for (const [heading, names] of groups)
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(heading);
  program.configureHelp({ visibleCommands: (parent) => parent.commands.filter((one) => parent !== program || isShown(one)) });
  program.addHelpText('after', more);
};

const more = `
podsim COMMAND --help  has the options and examples of a command
podsim log --help      show, rerun, compare, fork and repair logs
podsim spec --help     look up rules, operations, contracts, times and schemas
podsim help --all      lists every command`;

/** `podsim help --all`: every command in its group, and those below it. */
export const formatAllCommands = (program: Command): string => {
  const rows = groups.map(([, names]) => names.flatMap((name) => describe(program, name)));
  const lines = alignColumns(rows.flat()).map((line) => `  ${line}\n`);
  const starts = rows.map((_, k) => rows.slice(0, k).flat().length);
  return groups.map(([heading], k) => [`\n${heading}\n`, ...lines.slice(starts[k], starts[k + 1])].join('')).join('');
};

const describe = (program: Command, name: string): readonly (readonly [string, string])[] => {
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return [];
  const own = [name, command.description()] as const;
  return [own, ...command.commands.map((one) => [`${name} ${one.name()}`, one.description()] as const)];
};
