/** The meaning of the process's exit code. */
// biome-ignore format: a table
export const exitCodes = {
  pass:       0,
  fail:       1,
  incomplete: 2,
  badInput:   3,
  /** Virtual time could not follow the realtime clock (`--lag-max`). */
  lagged:     4,
  ourFault:   70,
  /** As a shell reports a program that SIGPIPE ended. */
  unread:     141,
} as const;

/** Takes the exit code of a command, now or when the command ends. */
export type End = (code: number | Promise<number>) => void;

/** An error that the user can fix. Only its message is printed. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

/** The environment variable of an option: `apiKey` and `api-key` have `PODSIM_API_KEY`. */
export const nameOptionVariable = (option: string): string =>
  `PODSIM_${option.replaceAll(/[A-Z]/g, '_$&').replaceAll('-', '_').toUpperCase()}`;
