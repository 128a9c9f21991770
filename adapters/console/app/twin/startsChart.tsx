import { amountText } from '../../../../engine/lab/study/index.ts';
import type { ChartFrame } from '../charts/axes.tsx';
import { fitScale } from '../charts/scale.ts';
import * as frameCss from './frame.css';
import { Chart } from './frame.tsx';
import * as css from './startsChart.css';
import type { StartPicture } from './twinData.ts';

const barsMax = 40;

/** How long workers took to start, and the modes that were found. */
export const StartsChart = ({ picture: { values, modes } }: { readonly picture: StartPicture }) => {
  const scale = fitScale(values, { unit: 'ms', ticksMax: 6 });
  const bars = new Map<number, number>();
  for (const ms of values) {
    const bar = Math.floor(scale.place(ms) * barsMax);
    bars.set(bar, (bars.get(bar) ?? 0) + 1);
  }
  const most = Math.max(...bars.values(), 1);
  const shares = fitScale([0, most / values.length], { unit: 'share', ticksMax: 4 });
  const x = ({ left, right }: ChartFrame, place: number): number => left + place * (right - left);
  const y = ({ top, floor }: ChartFrame, count: number): number => floor - (count / (1.15 * most)) * (floor - top);
  return (
    <Chart
      label={`Cold starts: ${[...bars].map(([bar, count]) => `${Math.round((100 * count) / values.length)} % in bar ${bar + 1} of ${barsMax}`).join(', ')}`}
      height={230}
      names={['cold start, with the wait of the scaler', 'share']}
      across={(frame) => scale.ticks.map((tick) => ({ at: x(frame, scale.place(tick)), words: amountText(tick, 'ms') }))}
      up={(frame) => shares.ticks.map((tick) => ({ at: y(frame, tick * values.length), words: `${Math.round(tick * 100)} %` }))}
    >
      {(frame) => (
        <g>
          {[...bars].map(([bar, count]) => (
            <rect
              key={bar}
              class={frameCss.countBar}
              x={x(frame, bar / barsMax) + 0.5}
              width={(frame.right - frame.left) / barsMax - 1}
              y={y(frame, count)}
              height={frame.floor - y(frame, count)}
            />
          ))}
          {modes.map(({ medianMs, words }, k) => {
            const [at, line] = [x(frame, scale.place(medianMs)), frame.top + 13 * (k % 2)];
            // There is no room for words at the right of the last modes.
            const isRight = scale.place(medianMs) > 0.7;
            return (
              <g key={words}>
                <path class={css.modeLine} d={`M${at} ${line - 4}V${frame.floor}`} />
                <text class={frameCss.modeWords} x={at + (isRight ? -4 : 4)} y={line + 4} text-anchor={isRight ? 'end' : 'start'}>
                  {words}
                </text>
              </g>
            );
          })}
        </g>
      )}
    </Chart>
  );
};
