/** How long a command may run, in real time, unless another time is given. */
export const commandMsDefault = 60_000;

/** How long a command may run, and how long an answer is withheld from it, in real time. */
export interface CommandTimes {
  readonly commandMs?: number | undefined;
  readonly withholdMs?: number | undefined;
}
