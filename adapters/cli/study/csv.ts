import type { StudyReport } from '../../../engine/lab/study/index.ts';

/** A row for each configuration: its values, and of each measure the mean and its interval. As RFC 4180 has it. */
export const studyCsv = ({ varied, measures, configurations, best, frontier }: StudyReport): string => {
  const head = [
    'configuration',
    ...varied,
    'plays',
    'failed',
    ...measures.flatMap(({ name, unit }) => [`${name} (${unit})`, `${name} low`, `${name} high`]),
    'meets',
    'best',
    'frontier',
  ];
  const rows = configurations.map(({ number, values, plays, failed, measures: measured, meets }) => [
    number,
    ...values,
    plays,
    failed.length,
    ...measures.flatMap(({ name }) => {
      const measure = measured[name];
      return measure === undefined || measure === null ? ['', '', ''] : [measure.mean, measure.low ?? '', measure.high ?? ''];
    }),
    meets ?? '',
    number === best,
    frontier.includes(number),
  ]);
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
};

/** A field as RFC 4180 has it. */
export const cell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
