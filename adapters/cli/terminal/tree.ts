import type { Command } from 'commander';

/** Finds the command that the words of a command line begin with: for `log show a.log` that is `log show`. */
export const findCommand = (program: Command, args: readonly string[]): Command => {
  const [word, ...rest] = args;
  const next = program.commands.find((one) => one.name() === word);
  return next === undefined ? program : findCommand(next, rest);
};

/** How a command is called: `podsim log show`. */
export const formatPath = (command: Command): string =>
  command.parent === null ? command.name() : `${formatPath(command.parent)} ${command.name()}`;

/** The names of the commands right below one, except for those that only programs call. */
export const listCommands = (command: Command): readonly string[] =>
  command.commands.flatMap((one) => (one.name() === completionServer ? [] : [one.name()]));

/** The command that a shell's script calls at each completion. */
export const completionServer = 'completion-server';
