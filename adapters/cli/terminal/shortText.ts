import { plain } from './terminal.ts';

/** A text on one line, cut where it is too long. */
export const shortText = (text: string, most: number): string => {
  const line = plain(text).replaceAll(/[\t\n]/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};
