import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ownEnvironment } from '../../host/environment.ts';
import { findRemedy } from '../../store/problems.ts';
import { BadInput } from '../terminal/exit.ts';

/** Runs a command next to the server, passes signals on to it, and resolves with its exit code. */
export const runCommand = ([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...ownEnvironment(), ...env } });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new BadInput(
          code === 'ENOENT'
            ? `there is no command ${program}`
            : `${program} cannot be run (${code})${code === 'EMFILE' ? findRemedy(code) : ''}`,
        ),
      ),
    );
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal as NodeJS.Signals]));
  });
