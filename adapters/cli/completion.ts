import type { Command, Option } from 'commander';
import { eventTypes } from '../../engine/world/index.ts';
import { logFormats } from '../http/loggedRequest.ts';
import { syncPolicies } from '../store/file/syncing.ts';
import { operationNames } from './look/operations.ts';
import { rulebookNames } from './look/rules.ts';
import { reporterNames } from './run/reporters.ts';
import { kindNames } from './run/timelines.ts';
import { clocks } from './serve/clock.ts';
import { requireKnown } from './terminal/knownName.ts';
import { print } from './terminal/terminal.ts';
import { findCommand, listCommands } from './terminal/tree.ts';
import { templateNames } from './write/templates.ts';

/** The shells that `podsim completion` writes for. */
const shells = ['bash', 'zsh', 'fish'] as const;

/** What a shell is told where a file is meant: it completes files better than a program could. */
const filesMarker = '__podsim_complete_files__';

/**
 * `podsim completion`: the script that a shell reads once. At each completion it calls `podsim completion-server` with the words of the
 * command line up to the cursor, and gets a candidate a line; zsh and fish show the description behind it.
 */
export const printCompletionScript = (shell: string): number => {
  const known = requireKnown(shell, shells, `there is no completion for '${shell}'`);
  process.stdout.write(scripts[known]);
  return 0;
};

const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  // bash splits words at colons and equals signs, unless its own function for that is there.
  bash: `_podsim_completion() {
  local words cword IFS=$'\\n'
  if type _get_comp_words_by_ref >/dev/null 2>&1; then
    _get_comp_words_by_ref -n =: -w words -i cword
  else
    words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD
  fi
  COMPREPLY=($(podsim completion-server bash -- "\${words[@]:0:cword+1}" 2>/dev/null))
  if [ "\${COMPREPLY[0]}" = ${filesMarker} ]; then COMPREPLY=(); fi
  if type __ltrim_colon_completions >/dev/null 2>&1; then __ltrim_colon_completions "\${words[cword]}"; fi
}
complete -o default -F _podsim_completion podsim
`,
  zsh: `_podsim_completion() {
  local -a candidates
  candidates=(\${(f)"$(podsim completion-server zsh -- "\${(@)words[1,CURRENT]}" 2>/dev/null)"})
  if [[ \${candidates[1]} == ${filesMarker} ]]; then _files; else _describe podsim candidates; fi
}
compdef _podsim_completion podsim
`,
  fish: `function __podsim_completion
  set -l candidates (podsim completion-server fish -- (commandline -opc) (commandline -ct) 2>/dev/null)
  if test "$candidates[1]" = ${filesMarker}
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $candidates
  end
end
complete -f -d podsim -c podsim -a '(__podsim_completion)'
`,
};

/** Prints what may stand at the cursor. `words`: the shell, and the command line from `podsim` to the cursor, whose last word is begun. */
export const printCompletions = (program: Command, [shell = '', , ...words]: readonly string[]): number => {
  const current = words.at(-1) ?? '';
  const candidates = findCandidates(program, words.slice(0, -1), current) ?? [{ name: filesMarker }];
  const fitting = candidates.filter(({ name }) => name.startsWith(current) || name === filesMarker);
  print(fitting.map((one) => `${format[shell]?.(one) ?? one.name}\n`).join(''));
  return 0;
};

/** How a shell reads a candidate with its description. */
const format: Readonly<Record<string, (candidate: Candidate) => string>> = {
  zsh: ({ name, description }) => (description === undefined ? name.replaceAll(':', '\\:') : `${name}:${description}`),
  fish: ({ name, description }) => (description === undefined ? name : `${name}\t${description}`),
};

interface Candidate {
  readonly name: string;
  readonly description?: string;
}

/** The words that may come after the words before; undefined where a file is meant. */
const findCandidates = (program: Command, before: readonly string[], current: string): readonly Candidate[] | undefined => {
  const command = findCommand(program, before[0] === 'help' ? before.slice(1) : before);
  const previous = before.at(-1);
  const option = command.options.find(({ long, short }) => previous !== undefined && [long, short].includes(previous));
  if (option !== undefined && takesValue(option)) return completeNames(values[option.long ?? ''], current);
  if (current.startsWith('-')) return command.options.map(({ long, short, description }) => ({ name: long ?? short ?? '', description }));
  const below = listCommands(command);
  // A word that names no command, where one is due, is followed by nothing.
  if (below.length > 0 && previous !== undefined && !['help', command.name()].includes(previous)) return [];
  if (below.length > 0) return command.commands.filter((one) => below.includes(one.name())).map(describeCommand);
  return completeNames(values[command.name()], current);
};

const describeCommand = (command: Command): Candidate => ({ name: command.name(), description: command.description() });

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
