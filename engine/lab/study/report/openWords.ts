import type { StudyReport } from '../format/reportFormat.ts';
import type { OpenReport } from '../format/statisticsFormat.ts';
import { amountWithUnit } from '../measure/amount.ts';
import { valueText } from '../study.ts';

/** More would hide the choice. */
const openMax = 3;

/** The choices that may be better, each in a sentence: `workers.max=7 may do, and costs $0.47 less; about 12 more seeds would tell.` */
export const openWords = (report: StudyReport): readonly string[] => {
  const open = report.decision?.open ?? [];
  return [
    ...open.slice(0, openMax).map((one) => `${nameIn(report, one)} may do${gainWords(report, one)}; ${seedsWords(report, one)}.`),
    ...(open.length > openMax ? [`The same holds for ${open.length - openMax} more: --json has them.`] : []),
  ];
};

const nameIn = ({ varied, configurations }: StudyReport, { configuration }: OpenReport): string => {
  const values = configurations.find(({ number }) => number === configuration)?.values ?? [];
  return varied.map((name, k) => `${name}=${valueText(values[k] ?? null)}`).join(' ');
};

const gainWords = ({ decision, measures }: StudyReport, { better }: OpenReport): string => {
  const of = decision?.of ?? null;
  if (of === null || better === null) return '';
  const amount = amountWithUnit(Math.abs(better), measures.find(({ name }) => name === of)?.unit ?? '');
  if (of === 'cost') return better < 0 ? ', and may cost less' : `, and costs ${amount} less`;
  return better < 0 ? `, and its ${of} may be better` : `, and its ${of} is better by ${amount}`;
};

const seedsWords = ({ configurations }: StudyReport, { configuration, seeds }: OpenReport): string => {
  const hasFailed = configurations.some(({ number, failed }) => number === configuration && failed.length > 0);
  if (hasFailed) return 'a play failed, so it is not known';
  if (seeds === null) return 'it is so close to its limit that no number of seeds is likely to tell';
  return seeds === 0 ? 'more seeds would tell' : `about ${seeds} more seed${seeds === 1 ? '' : 's'} would tell`;
};
