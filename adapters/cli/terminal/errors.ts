import { CommanderError } from 'commander';
import { InvalidArgument, InvariantViolation } from '../../../engine/kernel/index.ts';
import { engineVersion } from '../../../engine/simulator/index.ts';
import { LogProblem } from '../../store/file/logFile.ts';
import { explainError, isOutOfFiles, StoreProblem } from '../../store/problems.ts';
import { QueueProblem } from '../../study/queue/problem.ts';
import { BadInput, exitCodes, nameOptionVariable } from './exit.ts';
import { plain } from './terminal.ts';

/** A mistake that the user can fix. */
const userProblems = [BadInput, InvalidArgument, LogProblem, StoreProblem, QueueProblem];

/** Prints an error for the user who can fix it, and returns the exit code. */
export const reportError = (thrown: unknown, args: readonly string[]): number => {
  const error = ofFiles(thrown);
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.pass : exitCodes.badInput;
  if (userProblems.some((kind) => error instanceof kind)) {
    process.stderr.write(`${plain(nameVariable((error as Error).message, args))}\n`);
    return exitCodes.badInput;
  }
  if (lacksFiles(error)) {
    process.stderr.write(`${tooManyFiles}\n`);
    return exitCodes.badInput;
  }
  const what =
    error instanceof InvariantViolation
      ? `an invariant does not hold: ${error.message}`
      : `${error instanceof Error ? error.message : String(error)}`;
  process.stderr.write(
    `podsim ${engineVersion}: our fault, not yours: ${what}\nto report it, add the command and its files: podsim ${args.join(' ')}\n`,
  );
  return exitCodes.ourFault;
};

/** The message about an option that was not written, but came from the environment: it names the variable. */
const nameVariable = (message: string, args: readonly string[]): string => {
  const [option = '', name = ''] = /^--([a-z-]+)\b/.exec(message) ?? [];
  const variable = nameOptionVariable(name);
  const isWritten = option === '' || args.some((one) => one === option || one.startsWith(`${option}=`));
  return isWritten || (process.env[variable] ?? '') === '' ? message : `${variable}${message.slice(option.length)}`;
};

/** Whether this process, or a thread or process that it starts, may not open as many files and sockets as it needs. */
const lacksFiles = (error: unknown): boolean => {
  const { code = '', message = '', cause } = (error ?? {}) as NodeJS.ErrnoException;
  if (cause !== undefined) return lacksFiles(cause);
  return isOutOfFiles(error) || (code === 'ERR_WORKER_INIT_FAILED' && /E[MN]FILE/.test(message));
};

const tooManyFiles =
  'too many files and connections are open (EMFILE): let this process open more (ulimit -n 4096), or close other programs that keep files open';

/** The operating system's message about a path is for the person who named it; any other error stays as it is. */
const ofFiles = (error: unknown): unknown => {
  const { path } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && path !== undefined ? explainError(path, error) : error;
};
