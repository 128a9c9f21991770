import { levelText, type StudyReport } from '../../../engine/lab/study/index.ts';
import { cell } from './csv.ts';

/** A row for each measure and each value of each setting: the mean, and the share of the variance that the setting explains. */
export const studyEffectsCsv = ({ picture: { settings, effects }, measures }: StudyReport): string => {
  const head = ['measure', 'unit', 'setting', 'value', 'mean', 'share of the variance'];
  const rows = effects.flatMap(({ measure, settings: found }) =>
    found.flatMap(({ name, means, share }, k) =>
      (settings[k]?.levels ?? []).map((level, n) => [
        measure,
        measures.find((one) => one.name === measure)?.unit ?? '',
        name,
        levelText(level),
        means[n] ?? '',
        share ?? '',
      ]),
    ),
  );
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
};
