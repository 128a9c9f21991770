import type { Command } from 'commander';
import { BadInput, type End, exitCodes } from '../terminal/exit.ts';
import { formatAllCommands, type Program } from '../terminal/help.ts';
import { print } from '../terminal/terminal.ts';
import { findCommand, formatPath } from '../terminal/tree.ts';
import { suggestCommand } from '../terminal/usageError.ts';

/** `podsim help`: the help of the program or of one command, or the list of all. */
export const addHelpCommand = (program: Program, end: End): void => {
  program
    .helpCommand(false)
    .command('help')
    .description('show the help of a command, or list all commands')
    .argument('[command...]', 'a command, such as run or log show')
    .option('--all', 'list every command')
    .action((words: readonly string[], { all }: { all?: true }) => {
      end(all === true ? listAll(program) : showHelp(program, words));
    });
};

const listAll = (program: Command): number => {
  print(`${formatAllCommands(program).trimStart()}\npodsim COMMAND --help  has the options and examples of a command\n`);
  return exitCodes.pass;
};

const showHelp = (program: Command, words: readonly string[]): number => {
  const found = findCommand(program, words);
  const unknown = words[formatPath(found).split(' ').length - 1];
  if (unknown !== undefined) throw new BadInput(`error: unknown command '${unknown}'${suggestCommand(found, unknown)}`);
  found.outputHelp();
  return exitCodes.pass;
};
