import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';

/** `podsim ca`: the CA that signs the certificate of `serve --tls`. */
export const addAuthorityCommand = (program: Program, end: End): void => {
  program
    .command('ca')
    .description('print where the CA of serve --tls is, and how clients trust it')
    .option('--path', 'print the path of its certificate only')
    .action((options: { readonly path?: true }) => {
      end(import('../serve/authority.ts').then(({ authorityCommand }) => authorityCommand(options)));
    });
};

// biome-ignore format: a table
export const authorityHelp = {
  ca: {
    examples: [
      ['podsim ca', 'its certificate, which is made at the first use, and what each kind of client is told'],
      ['podsim ca --path', 'for a script: curl --cacert "$(podsim ca --path)" https://127.0.0.1:8787/v2/pods'],
    ],
    codes: { [exitCodes.pass]: 'printed' },
  },
} satisfies HelpTable;
