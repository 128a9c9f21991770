import { shortText } from './shortText.ts';
import { columnsToShow } from './terminal.ts';

/** Shows the current work on a terminal while it lasts, if its progress is unknown. */
export const withNote = <T>(words: string, work: () => T): T => {
  if (process.stderr.isTTY !== true) return work();
  process.stderr.write(`${words} …`);
  try {
    return work();
  } finally {
    process.stderr.write('\r\u001b[K');
  }
};

/** The last thing that was seen, on one line of a terminal for as long as there is more to see; elsewhere nothing. */
export const pollProgress = (): { show(words: string): void; stop(): void } => {
  if (process.stderr.isTTY !== true) return { show: () => {}, stop: () => {} };
  const write = (words: string) => process.stderr.write(`\r${shortText(words, columnsToShow() - 1)}\u001b[K`);
  return { show: write, stop: () => write('') };
};
