import { createRequire } from 'node:module';
import type { Command, Option } from 'commander';
import { kinds, rules } from '../../engine/index.ts';
import { logFormats } from '../http/requestLog.ts';
import { syncPolicies } from '../store/syncing.ts';
import { BadInput } from './exit.ts';
import { reporterNames } from './reporters.ts';

/** Loaded at its first use: few starts complete anything. By `require`, because the command line is a script with cached code. */
const loadTabtab = (): typeof import('@pnpm/tabtab') => createRequire(import.meta.url)('@pnpm/tabtab');

/** The shells that `podsim completion` writes for. */
const shells = ['bash', 'zsh', 'fish'] as const;

/** `podsim completion`: the script that a shell reads once. At each completion it calls `podsim completion-server`. */
export const printCompletionScript = async (shell: string): Promise<number> => {
  const known = shells.find((name) => name === shell);
  if (known === undefined) throw new BadInput(`there is no completion for '${shell}'; there is one for ${shells.join(', ')}`);
  const tabtab = loadTabtab();
  process.stdout.write(await tabtab.getCompletionScript({ name: 'podsim', completer: 'podsim', shell: known }));
  return 0;
};

/** Prints what may stand at the cursor, as the shell's script reads it. `words`: the command line, from `podsim` on. */
export const printCompletions = async (program: Command, words: readonly string[]): Promise<number> => {
  const tabtab = loadTabtab();
  const shell = tabtab.getShellFromEnv(process.env);
  const { lastPartial: current } = tabtab.parseEnv(process.env);
  const before = words.slice(1);
  if (before.at(-1) === current) before.pop();
  const candidates = candidatesFor(program, before, current);
  if (candidates !== undefined) tabtab.log([...candidates], shell, (line) => process.stdout.write(`${line}\n`));
  // Where bash gets no words it completes files by itself.
  else if (shell !== 'bash') tabtab.logFiles();
  return 0;
};

interface Candidate {
  readonly name: string;
  readonly description?: string;
}

/** The words that may come after the words before; undefined where a file is meant. */
const candidatesFor = (program: Command, [name, ...rest]: readonly string[], current: string): readonly Candidate[] | undefined => {
  const visible = program.createHelp().visibleCommands(program);
  if (name === undefined || name === 'help') return visible.map((one) => ({ name: one.name(), description: one.description() }));
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return [];
  const previous = rest.at(-1);
  const option = command.options.find(({ long, short }) => previous !== undefined && [long, short].includes(previous));
  if (option !== undefined && takesValue(option)) return named(values[option.long ?? '']);
  if (current.startsWith('-')) return command.options.map(({ long, short, description }) => ({ name: long ?? short ?? '', description }));
  return named(values[name]);
};

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const named = (names: readonly string[] | undefined): readonly Candidate[] | undefined => names?.map((name) => ({ name }));

/** The values of options, and the arguments of commands, that are no files. */
const values: Readonly<Record<string, readonly string[]>> = {
  '--reporter': reporterNames,
  '--clock': ['realtime', 'manual', 'auto'],
  '--sync': syncPolicies,
  '--log-format': logFormats,
  rules: [...kinds, ...rules.map(({ id }) => id)],
  completion: shells,
};
