import { createColors } from 'picocolors';
import type { Tone } from '../../../engine/kernel/index.ts';

/**
 * Colors only on a terminal. `NO_COLOR` turns them off; `FORCE_COLOR` turns them on elsewhere, too, and off with `0` or `false`. Where
 * both are set, `NO_COLOR` applies.
 */
const usesColors = (): boolean => {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return process.stdout.isTTY === true && TERM !== 'dumb';
};

export const pc = createColors(usesColors());

/** Texts from files must not contain control characters, which could move the terminal's cursor. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, (control) => (/[\t\n]/.test(control) ? control : '\ufffd'));

/** The color of an event, by its meaning. */
// biome-ignore format: a table
export const tones: { readonly [T in Tone]: (text: string) => string } = {
  input:    pc.cyan,
  created:  pc.blue,
  progress: (text) => text,
  success:  pc.green,
  warning:  pc.yellow,
  failure:  pc.red,
  ended:    pc.dim,
};

/** As many columns as a terminal has as a rule. */
const usualColumns = 80;

/** The columns of the terminal that stdout is; undefined if it is no terminal. Some terminals report 0, which means unknown. */
export const terminalColumns = (): number | undefined => {
  const { isTTY, columns } = process.stdout;
  return isTTY === true ? columns || usualColumns : undefined;
};

/** For a text that is shown alike on a terminal of the usual width, and in a file. */
export const columnsToShow = (): number => terminalColumns() ?? usualColumns;

/** Writes a text for people. On a terminal, long lines continue below their own beginning. */
export const print = (text: string, paint: (line: string) => string = (line) => line): void => {
  const columns = terminalColumns();
  const lines = plain(text).split('\n');
  const shown = columns === undefined ? lines : lines.flatMap((line) => foldLine(line, columns));
  process.stdout.write(shown.map((line) => (line === '' ? line : paint(line))).join('\n'));
};

export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Fewer columns leave no room for an indentation. */
const columnsMin = 40;
const indentation = 4;

/** A line broken at its spaces; the second part and those after it are indented more than the first. */
export const foldLine = (line: string, columns: number): readonly string[] => {
  if (columns < columnsMin || line.length <= columns) return [line];
  const indent = ' '.repeat(Math.min((/^ */.exec(line)?.[0].length ?? 0) + indentation, columnsMin / 2));
  const parts: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const start = parts.length === 0 ? (/^ */.exec(rest)?.[0].length ?? 0) : indent.length;
    const space = rest.lastIndexOf(' ', columns);
    const end = space > start ? space : columns;
    parts.push(rest.slice(0, end).trimEnd());
    rest = `${indent}${rest.slice(end).trimStart()}`;
  }
  return [...parts, rest];
};
