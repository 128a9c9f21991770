import * as css from './backtestChart.css';
import { Chart, type ChartFrame } from './frame.tsx';
import type { BacktestPicture } from './twinData.ts';

const [rowHeight, least] = [30, 0.1];

/** How far each prediction was from what happened: a dot for the mean of the plays, a line for the middle 90 %, and what was seen at 0. */
export const BacktestChart = ({ rows }: { readonly rows: readonly BacktestPicture[] }) => {
  const reach = 1.1 * Math.max(least, ...rows.flatMap(({ low, high, predicted }) => [low, high, predicted].map(Math.abs)));
  const step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((one) => reach / one <= 4) ?? 10;
  const ticks = Array.from({ length: 2 * Math.floor(reach / step) + 1 }, (_, k) => (k - Math.floor(reach / step)) * step);
  const x = ({ left, right }: ChartFrame, error: number): number => left + ((error + reach) / (2 * reach)) * (right - left);
  const y = ({ top }: ChartFrame, k: number): number => top + (k + 0.5) * rowHeight;
  return (
    <div>
      <Chart
        label={rows.map(({ measure, words }) => `${measure}: ${words}`).join('; ')}
        height={58 + rows.length * rowHeight}
        left={128}
        names={['too low ← of what was seen → too high', '']}
        across={(frame) =>
          ticks.map((tick) => ({
            at: x(frame, tick),
            words: tick === 0 ? 'right' : `${tick > 0 ? '+' : '−'}${Math.round(Math.abs(tick) * 100)} %`,
          }))
        }
        up={(frame) => rows.map(({ measure }, k) => ({ at: y(frame, k), words: measure }))}
      >
        {(frame) => (
          <g>
            <path class={css.seenLine} d={`M${x(frame, 0)} ${frame.top}V${frame.floor}`} />
            {rows.map(({ measure, low, high, predicted }, k) => (
              <g key={measure} class={low <= 0 && high >= 0 ? css.within : css.outside}>
                <path class={css.errorRange} d={`M${x(frame, low)} ${y(frame, k)}H${x(frame, high)}`} />
                <circle cx={x(frame, predicted)} cy={y(frame, k)} r={4} />
              </g>
            ))}
          </g>
        )}
      </Chart>
      <ul class={css.words}>
        {rows.map(({ measure, words }) => (
          <li key={measure}>
            <b>{measure}</b> {words}
          </li>
        ))}
      </ul>
    </div>
  );
};
