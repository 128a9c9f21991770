import { amountText } from '../../../../engine/lab/study/index.ts';
import type { ChartFrame } from '../charts/axes.tsx';
import { fitScale } from '../charts/scale.ts';
import { Chart } from './frame.tsx';
import * as css from './quantilePlot.css';
import type { QuantilePicture } from './twinData.ts';

/** Quantiles of the durations against those of the distribution: where it fits, they lie on the line. */
export const QuantilePlot = ({ picture: { pairs } }: { readonly picture: QuantilePicture }) => {
  const scale = fitScale(pairs.flat(), { unit: 'ms', ticksMax: 6 });
  const x = ({ left, right }: ChartFrame, ms: number): number => left + scale.place(ms) * (right - left);
  const y = ({ top, floor }: ChartFrame, ms: number): number => floor - scale.place(ms) * (floor - top);
  const [least, most] = [Math.min(...pairs.flat()), Math.max(...pairs.flat())];
  return (
    <Chart
      label={`Quantiles: ${[0.05, 0.5, 0.95].map((u) => `${100 * u} % seen ${textAt(pairs, u, 1)}, fitted ${textAt(pairs, u, 0)}`).join('; ')}`}
      height={300}
      names={['quantile of the distribution', 'quantile of the durations']}
      across={(frame) => scale.ticks.map((tick) => ({ at: x(frame, tick), words: amountText(tick, 'ms') }))}
      up={(frame) => scale.ticks.map((tick) => ({ at: y(frame, tick), words: amountText(tick, 'ms') }))}
    >
      {(frame) => (
        <g>
          <path class={css.sameLine} d={`M${x(frame, least)} ${y(frame, least)}L${x(frame, most)} ${y(frame, most)}`} />
          {pairs.map(([fitted, seen], k) => (
            <circle key={k} class={css.dot} cx={x(frame, fitted)} cy={y(frame, seen)} r={2.5} />
          ))}
        </g>
      )}
    </Chart>
  );
};

const textAt = (pairs: QuantilePicture['pairs'], u: number, side: 0 | 1): string =>
  amountText(pairs[Math.floor(u * pairs.length)]?.[side] ?? 0, 'ms');
