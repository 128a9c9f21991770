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

const colorCodes = /\p{Cc}\[[0-9;]*m/gu;

/** A line broken at its spaces; the second part and those after it are indented more than the first. Colors take no room, and go on. */
export const foldLine = (line: string, columns: number): readonly string[] => {
  const colors = [...line.matchAll(colorCodes)];
  const text = line.replaceAll(colorCodes, '');
  if (columns < columnsMin || text.length <= columns) return [line];
  const own = /^ */.exec(text)?.[0].length ?? 0;
  const indent = Math.min(own + indentation, columnsMin / 2);
  const parts: string[] = [];
  let [from, passed] = [0, 0];
  while (from < text.length) {
    const room = parts.length === 0 ? columns : columns - indent;
    const space = text.length - from <= room ? text.length : text.lastIndexOf(' ', from + room);
    const end = space > (parts.length === 0 ? own : from) ? space : from + room;
    const next = end + (/^ */.exec(text.slice(end))?.[0].length ?? 0);
    let [part, at] = [parts.length === 0 ? '' : ' '.repeat(indent), from];
    for (let color = colors[passed]; color !== undefined; color = colors[passed]) {
      const place = color.index - colors.slice(0, passed).reduce((sum, [{ length }]) => sum + length, 0);
      if (place > end) break;
      part += `${text.slice(at, place)}${color[0]}`;
      at = Math.max(at, place);
      passed += 1;
    }
    parts.push(`${part}${text.slice(at, end)}`.trimEnd());
    from = next;
  }
  return parts;
};

/** Lines that may have colors, on a terminal continued below their own beginning; as they are elsewhere. */
export const fitLines = (lines: readonly string[], columns = terminalColumns()): readonly string[] =>
  columns === undefined ? lines : lines.flatMap((line) => foldLine(line, columns));
