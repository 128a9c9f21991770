import { createRequire } from 'node:module';
import type { Command, Option } from 'commander';
import { eventTypes } from '../../engine/index.ts';
import { logFormats } from '../http/requestLog.ts';
import { syncPolicies } from '../store/file/syncing.ts';
import { operationNames } from './look/operations.ts';
import { rulebookNames } from './look/rules.ts';
import { reporterNames } from './run/reporters.ts';
import { kindNames } from './run/timelines.ts';
import { clocks } from './serve/options.ts';
import { requireKnown } from './terminal/knownName.ts';
import { templateNames } from './write/templates.ts';

/** Loaded at its first use: few starts complete anything. By `require`, because the command line is a script with cached code. */
const loadTabtab = (): typeof import('@pnpm/tabtab') => createRequire(import.meta.url)('@pnpm/tabtab');

/** The shells that `podsim completion` writes for. */
const shells = ['bash', 'zsh', 'fish'] as const;

/** `podsim completion`: the script that a shell reads once. At each completion it calls `podsim completion-server`. */
export const printCompletionScript = async (shell: string): Promise<number> => {
  const known = requireKnown(shell, shells, `there is no completion for '${shell}'`);
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
  if (option !== undefined && takesValue(option)) return completeNames(values[option.long ?? ''], current);
  if (current.startsWith('-')) return command.options.map(({ long, short, description }) => ({ name: long ?? short ?? '', description }));
  return completeNames(values[name], current);
};

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** The names, each after what stands before it in a list with commas: a shell completes the whole word. */
const completeNames = (names: (() => readonly string[]) | undefined, current: string): readonly Candidate[] | undefined => {
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  return names?.().map((name) => ({ name: `${before}${name}` }));
};

/** The values of options, and the arguments of commands, that are no files. */
const values: Readonly<Record<string, () => readonly string[]>> = {
  '--reporter': () => reporterNames,
  '--template': () => templateNames,
  '--kind': kindNames,
  '--type': eventTypes,
  '--clock': () => clocks,
  '--sync': () => syncPolicies,
  '--log-format': () => logFormats,
  rules: rulebookNames,
  operations: operationNames,
  completion: () => shells,
};
