import type { ChartFrame } from '../charts/axes.tsx';
import { roundTicks } from '../charts/scale.ts';
import * as css from './backtestChart.css';
import { Chart } from './frame.tsx';
import type { BacktestPicture } from './twinData.ts';

const [rowHeight, least] = [30, 0.1];

/** How far each prediction was from what happened: a dot for the mean of the plays, a line for the middle 90 %, and what was seen at 0. */
export const BacktestChart = ({ rows }: { readonly rows: readonly BacktestPicture[] }) => {
  const reach = 1.1 * Math.max(least, ...rows.flatMap(({ low, high, predicted }) => [low, high, predicted].map(Math.abs)));
  const x = ({ left, right }: ChartFrame, error: number): number => left + ((error + reach) / (2 * reach)) * (right - left);
  const y = ({ top }: ChartFrame, k: number): number => top + (k + 0.5) * rowHeight;
  return (
    <div>
      <Chart
        label={rows.map(({ measure, words }) => `${measure}: ${words}`).join('; ')}
        height={60 + rows.length * rowHeight}
        left={128}
        names={['too low ← of what was seen → too high', '']}
        across={(frame) =>
          roundTicks(-reach, reach, frame.width < 480 ? 3 : 7, 'share').map((tick) => ({
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
