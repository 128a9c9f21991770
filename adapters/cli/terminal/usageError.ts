import type { Command } from 'commander';
import { suggestion } from '../../../engine/kernel/index.ts';
import { whyOtherKind } from '../files.ts';
import { findElsewhere } from './elsewhere.ts';
import { findCommand, formatPath, listCommands } from './tree.ts';

/**
 * Rewrites the parser's message about a command line, with the current name of the command, or the nearest one, and the command that lists
 * all.
 */
export const usageError = (program: Command, args: readonly string[], text: string): string => {
  const words = text.trim().replaceAll('\n', ' ');
  const called = findCommand(program, args);
  const help = `${formatPath(called)} --help`;
  const [, what, name = ''] = /^error: unknown (command|option) '(.*)'$/.exec(words) ?? [];
  if (what === undefined) return `${words}${suggestScenario(called, args)}${suggestImport(called, args)} (${help} says how)`;
  if (what === 'option' && takesCommand(called) && !args.includes('--')) return `${words}; ${askForDashes(called, args)}`;
  const remedy = what === 'command' ? suggestCommand(called, name) : suggestion(name, listOptions(called), `\`${help}\``);
  return `${words}${remedy}`;
};

/** The end of a message after "unknown command": the names below a command, or of the whole program. */
export const suggestCommand = (below: Command, name: string): string => {
  const now = below.parent === null ? findElsewhere(name) : undefined;
  if (now !== undefined) return `; it is \`podsim ${now}\``;
  const file = whyOtherKind(name, formatPath(below));
  if (file !== undefined) return `; it ${file}`;
  const listedBy = below.parent === null ? '`podsim help --all`' : `\`${formatPath(below)} --help\``;
  return suggestion(name, listCommands(below), listedBy);
};

/** Whether a command runs one of its own, which has options, too. */
const takesCommand = ({ registeredArguments: [first] }: Command): boolean => first?.name() === 'command' && first.variadic;

const askForDashes = (called: Command, args: readonly string[]): string => {
  const [first = '-', ...rest] = args.slice(formatPath(called).split(' ').length - 1);
  const command = first.startsWith('-') ? 'COMMAND' : [first, ...rest].join(' ');
  return `the command to run stands after --, with its options: ${formatPath(called)} -- ${command}`;
};

/** The message about a file for a command that takes none, but has an option for it. */
const suggestScenario = (called: Command, args: readonly string[]): string => {
  const file = args.find((one) => /\.ya?ml$/.test(one));
  if (file === undefined || called.registeredArguments.length > 0 || !listOptions(called).includes('--scenario')) return '';
  return ` To begin with the world of a scenario, write ${formatPath(called)} --scenario ${file}`;
};

/** The message about several files of records, of which `study` takes one. */
const suggestImport = (called: Command, args: readonly string[]): string => {
  const files = args.filter((one) => /\.(?:csv|tsv|txt|ndjson|jsonl|json|gz)$/i.test(one));
  if (called.name() !== 'study' || files.length < 2) return '';
  return ` One twin of several files: podsim twin import ${files.join(' ')} --out DIR`;
};

const listOptions = (command: Command): readonly string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
