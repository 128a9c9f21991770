import { amountText, type ConfigurationReport, findLowerBound } from '../../../../engine/lab/study/index.ts';
import * as axesCss from '../charts/axes.css';
import { fitScale } from '../charts/scale.ts';
import { useWidth } from '../charts/useWidth.ts';
import * as css from './delayHistogram.css';
import type { StudyModel } from './studyModel.ts';

const [height, bottom] = [92, 18];
/** So many bars where the delays differ. */
const barsMax = 28;

/** How long the jobs of all plays of a configuration waited, on the same scale for each configuration. */
export const DelayHistogram = ({ model, one }: { readonly model: StudyModel; readonly one: ConfigurationReport }) => {
  const { ref, width } = useWidth<HTMLDivElement>(320);
  const count = one.delays.reduce((sum, [, jobs]) => sum + jobs, 0);
  if (count === 0) return null;
  const ends = model.report.configurations.flatMap(({ delays }) => [delays[0]?.[0], delays.at(-1)?.[0]].flatMap((bin) => bin ?? []));
  const scale = fitScale(ends.map(findLowerBound), { unit: 'ms', ticksMax: 5 });
  const bars = new Map<number, number>();
  for (const [bin, jobs] of one.delays) {
    const bar = Math.floor(scale.place(findLowerBound(bin)) * barsMax);
    bars.set(bar, (bars.get(bar) ?? 0) + jobs);
  }
  const most = Math.max(...bars.values());
  const [wide, tall] = [width.value, height - bottom - 6];
  const limit = model.report.picture.limits.find(({ measure }) => measure.startsWith('delayTime.'))?.atMost;
  return (
    <div ref={ref} class={css.histogram}>
      <h3>Delay of {count} jobs, all plays together</h3>
      <svg
        class={axesCss.drawing}
        width={wide}
        height={height}
        viewBox={`0 0 ${wide} ${height}`}
        role="img"
        aria-label={`Delays of ${count} jobs: ${[...bars]
          .slice(0, barsMax)
          .map(([bar, jobs]) => `${jobs} around ${amountText(around(one, scale.place, bar), 'ms')}`)
          .join(', ')}`}
      >
        {[...bars].map(([bar, jobs]) => {
          const tallness = Math.max(1.5, (jobs / most) * tall);
          return (
            <rect
              key={bar}
              class={css.delayBar}
              x={(bar / barsMax) * wide + 0.5}
              width={wide / barsMax - 1}
              y={height - bottom - tallness}
              height={tallness}
            />
          );
        })}
        <path class={axesCss.axisLine} d={`M0 ${height - bottom}H${wide}`} />
        {limit == null || scale.place(limit) > 1 ? null : (
          <path class={css.limit} d={`M${scale.place(limit) * wide} 0V${height - bottom}`} />
        )}
        {scale.ticks.map((tick) => (
          <text key={tick} x={Math.min(wide - 16, Math.max(10, scale.place(tick) * wide))} y={height - 4} text-anchor="middle">
            {amountText(tick, 'ms')}
          </text>
        ))}
      </svg>
    </div>
  );
};

/** The first delay that a bar has. */
const around = ({ delays }: ConfigurationReport, place: (value: number) => number, bar: number): number =>
  findLowerBound(delays.find(([bin]) => Math.floor(place(findLowerBound(bin)) * barsMax) === bar)?.[0] ?? 0);
