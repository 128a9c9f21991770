import type { Command } from 'commander';
import { suggestion } from '../../../engine/index.ts';

/** What the parser says of a command line, with the nearest known command or option, and where all are listed. */
export const usageError = (program: Command, text: string): string => {
  const words = text.trim().replaceAll('\n', ' ');
  const [, what, name = ''] = /^error: unknown (command|option) '(.*)'$/.exec(words) ?? [];
  // The parser changes the list of arguments of each command that it goes through: the first that it knows is the one that was called.
  const called = what === 'command' ? undefined : program.commands.find((one) => one.name() === program.args[0]);
  if (what === undefined) return `${words} (podsim ${called === undefined ? '' : `${called.name()} `}--help says how)`;
  const known = what === 'command' ? commandNames(program) : optionsOf(called ?? program);
  return `${words}${suggestion(name, known, `\`podsim ${called === undefined ? '' : `${called.name()} `}--help\``)}`;
};

export const commandNames = (program: Command): readonly string[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((one) => one.name());

const optionsOf = (command: Command): readonly string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
