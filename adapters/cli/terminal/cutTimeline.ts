import { alignColumns } from '../../../engine/process/index.ts';

/** The lines of a timeline that are about its first job and the calls, without their numbers, in 80 columns. */
export const cutTimeline = (text: string): string => {
  const [header = '', ...entries] = text.split('\n');
  const starts = ['virtual', 'entity', 'event', 'what'].map((name) => header.indexOf(name));
  const rows = [header, ...entries.filter((line) => /^ *\d+ {2}\S+ {2}(?:dev|job-1) /.test(line))].map((line) =>
    starts.map((start, k) => line.slice(start, starts[k + 1]).trimEnd()),
  );
  return alignColumns(rows).map(shorten).join('\n');
};

const shorten = (line: string): string => (line.length <= 80 ? line : `${line.slice(0, 79)}…`);
