import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';
import { completionServer } from '../terminal/tree.ts';

const { pass } = exitCodes;

/** The commands that complete command lines in shells. */
export const addCompletionCommands = (program: Program, end: End): void => {
  program
    .command('completion')
    .description('print the script that completes command lines of podsim in a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) => {
      end(import('../onDemand.ts').then(({ printCompletionScript }) => printCompletionScript(shell)));
    });

  program
    .command(completionServer, { hidden: true })
    .argument('[words...]')
    // The words are those of another command line.
    .helpOption(false)
    .allowUnknownOption()
    .action((words: string[]) => {
      end(import('../onDemand.ts').then(({ printCompletions }) => printCompletions(program, words)));
    });
};

// biome-ignore format: a table
export const completionHelp = {
  completion: {
    examples: [
      ['source <(podsim completion bash)', 'in ~/.bashrc'],
      ['source <(podsim completion zsh)', 'in ~/.zshrc, after compinit'],
      ['podsim completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
    codes: { [pass]: 'printed' },
  },
} satisfies HelpTable;
