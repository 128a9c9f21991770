import type { ChartFrame } from '../charts/axes.tsx';
import { fitScale } from '../charts/scale.ts';
import * as css from './arrivalsChart.css';
import * as frameCss from './frame.css';
import { Chart } from './frame.tsx';
import type { ArrivalPicture } from './twinData.ts';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Jobs an hour that were seen, as bars; the rate that was fitted, as a line. */
export const ArrivalsChart = ({ picture: { period, seen, fitted } }: { readonly picture: ArrivalPicture }) => {
  const most = Math.max(...fitted, ...seen.map((rate) => rate ?? 0), 1e-9);
  const scale = fitScale([0, most], { unit: 'jobs', ticksMax: 5 });
  const x = ({ left, right }: ChartFrame, hour: number): number => left + (hour / seen.length) * (right - left);
  const y = ({ top, floor }: ChartFrame, rate: number): number => floor - (rate / (1.08 * most)) * (floor - top);
  const ticks =
    period === 'week'
      ? days.map((words, day) => ({ hour: 24 * day + 12, words }))
      : [0, 6, 12, 18].map((hour) => ({ hour, words: `${hour}:00` }));
  return (
    <Chart
      label={`Jobs an hour: ${seen
        .map((rate, hour) => `hour ${hour} ${rate === null ? 'unknown' : rate.toPrecision(3)}, fitted ${fitted[hour]}`)
        .slice(0, 24)
        .join('; ')}`}
      height={230}
      names={[period === 'week' ? 'hour of the week (UTC)' : 'hour of the day (UTC)', 'jobs an hour']}
      across={(frame) => ticks.map(({ hour, words }) => ({ at: x(frame, hour), words }))}
      up={(frame) => scale.ticks.map((tick) => ({ at: y(frame, tick), words: String(tick) }))}
    >
      {(frame) => (
        <g>
          {seen.map((rate, hour) =>
            rate === null ? null : (
              <rect
                key={hour}
                class={frameCss.countBar}
                x={x(frame, hour) + 0.5}
                width={Math.max(0.5, x(frame, 1) - x(frame, 0) - 1)}
                y={y(frame, rate)}
                height={frame.floor - y(frame, rate)}
              />
            ),
          )}
          <path
            class={css.fitLine}
            d={fitted.map((rate, hour) => `${hour === 0 ? 'M' : 'L'}${x(frame, hour)} ${y(frame, rate)}H${x(frame, hour + 1)}`).join('')}
          />
        </g>
      )}
    </Chart>
  );
};
