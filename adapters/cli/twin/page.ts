import { distributionView } from '../../../engine/api/index.ts';
import { quantile } from '../../../engine/cloud/index.ts';
import { sayDuration } from '../../../engine/kernel/index.ts';
import { engineVersion } from '../../../engine/simulator/index.ts';
import {
  type ArrivalPicture,
  type BacktestPicture,
  type QuantilePicture,
  type StartPicture,
  type TwinPageData,
  twinDataId,
} from '../../console/app/twin/twinData.ts';
import { readReportParts } from '../../console/writer/parts.ts';
import { reportPageHtml } from '../../console/writer/reportPage.ts';
import type { Backtest } from '../../twin/backtest.ts';
import { rateAt } from '../../twin/fit/arrivals.ts';
import type { TwinFit } from '../../twin/fitTwin.ts';
import type { Imported } from '../../twin/importTwin.ts';
import { computeRelativeError, type PredictedRow } from '../../twin/predict.ts';
import { rowText } from '../../twin/write/backtestText.ts';
import { flow, share } from '../../twin/write/words.ts';

/** A page that shows each fit beside the data. */
export const twinPage = (title: string, imported: Imported): string =>
  reportPageHtml(readReportParts(), {
    id: twinDataId,
    title: `podsim twin: ${title}`,
    shows: 'what podsim fitted to records',
    data: twinPageData(title, imported),
  });

const twinPageData = (title: string, { fit, backtest, report }: Imported): TwinPageData => ({
  engine: engineVersion,
  title,
  report,
  arrivals: pictureArrivals(fit),
  service: pictureService(fit),
  starts: pictureStarts(fit),
  backtest: typeof backtest === 'string' ? [] : pictureBacktest(backtest),
  noBacktest: typeof backtest === 'string' ? `There is none: ${backtest}.` : null,
});

const hourMs = 3_600_000;
const mondayMs = 4 * 24 * hourMs;

const pictureArrivals = ({ arrivals }: TwinFit): ArrivalPicture | null => {
  if (arrivals === undefined) return null;
  const { byHour, pieces, period, count } = arrivals;
  const shown = period === 'week' ? 'week' : 'day';
  const start = shown === 'week' ? mondayMs : 0;
  return {
    words: `Bars: jobs an hour in the records (${count} jobs). Line: the rate that was fitted, ${period === 'constant' ? 'one' : `in ${pieces.length} pieces a ${period}`}.`,
    period: shown,
    seen: byHour.map((rate) => (rate === null ? null : Number(rate.toPrecision(4)))),
    fitted: byHour.map((_, hour) => rateAt(pieces, period, start + (hour + 0.5) * hourMs)),
  };
};

const quantilesShown = 200;

const pictureService = ({ service }: TwinFit): QuantilePicture | null => {
  const { sorted, tried, chosen, because, count } = service;
  const shown = chosen ?? tried[0]?.fitted.distribution;
  if (shown === undefined || sorted.length < 2) return null;
  const n = Math.min(quantilesShown, sorted.length);
  return {
    words: `Each dot: a quantile of ${count} durations against that of ${flow(distributionView(shown))}. ${chosen === undefined ? 'The durations themselves are played' : 'It is played'}: ${because}.`,
    pairs: Array.from({ length: n }, (_, k) => {
      const u = (k + 0.5) / n;
      return [quantile(shown, u), Math.round(sorted[Math.floor(u * sorted.length)] ?? 0)] as const;
    }),
  };
};

const pictureStarts = ({ coldStarts }: TwinFit): StartPicture | null => {
  if (coldStarts === undefined || coldStarts.values.length < 2) return null;
  const { values, modes, cold, censored } = coldStarts;
  return {
    words: `${cold} starts, of which ${censored} may have been longer (Kaplan-Meier). Broken lines: modes, each with its share.`,
    values,
    modes: modes.map(({ medianMs, share: part }) => ({ medianMs, words: `${sayDuration(medianMs)} (${share(part)})` })),
  };
};

const pictureBacktest = ({ rows }: Backtest): readonly BacktestPicture[] =>
  rows.flatMap((row): readonly BacktestPicture[] => {
    const predicted = computeRelativeError(row);
    if (predicted === undefined) return [];
    return [{ measure: row.measure, words: describeRow(row), predicted, low: row.low / row.seen - 1, high: row.high / row.seen - 1 }];
  });

/** The line of the report without its first word. */
const describeRow = (row: PredictedRow): string => rowText(row).slice(row.measure.length).trim();
