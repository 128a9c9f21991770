import { amountText, type ConfigurationReport, type TokensOverTime } from '../../../../engine/lab/study/index.ts';
import * as axesCss from '../charts/axes.css';
import { useWidth } from '../charts/useWidth.ts';
import * as delayHistogramCss from './delayHistogram.css';
import type { StudyModel } from './studyModel.ts';
import * as css from './tokensPlot.css';

/** One of the lines over time, and how its numbers are read. */
interface TokenLine {
  readonly title: string;
  readonly unit: 'jobs' | 'ms';
  readonly of: (tokens: TokensOverTime) => readonly (number | null)[];
}

const lines: readonly TokenLine[] = [
  { title: 'In progress', unit: 'jobs', of: ({ inProgress }) => inProgress },
  { title: 'In the batches of workers, together', unit: 'jobs', of: ({ batchSize }) => batchSize },
  { title: 'First token after', unit: 'ms', of: ({ firstToken }) => firstToken },
  { title: 'Each further token after', unit: 'ms', of: ({ tokenTime }) => tokenTime },
];

/**
 * The median run over time: how many jobs workers have, how many of these they make tokens for, how long the first token takes, and each further one.
 * The best configuration stands behind it, on the same scales.
 */
export const TokensPlot = ({ model, one }: { readonly model: StudyModel; readonly one: ConfigurationReport }) => {
  const tokens = one.tokensOverTime;
  if (tokens === undefined) return null;
  const { best } = model.report;
  const other = best === null || best === one.number ? undefined : model.configuration(best)?.tokensOverTime;
  const longest = Math.max(...[tokens, other].map((its) => (its === undefined ? 0 : its.partMs * its.batchSize.length)));
  return (
    <div class={delayHistogramCss.histogram}>
      <h3>{`Its median run over time${other === undefined ? '' : `, beside that of configuration ${best}`}`}</h3>
      {lines.map((line) => (
        <Line key={line.title} line={line} tokens={tokens} other={other} longest={longest} />
      ))}
    </div>
  );
};

const greatest = (values: readonly (number | null)[]): number => values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

const [height, top, bottom, left, right] = [84, 8, 16, 52, 8];

const Line = ({
  line: { title, unit, of },
  tokens,
  other,
  longest,
}: {
  readonly line: TokenLine;
  readonly tokens: TokensOverTime;
  readonly other: TokensOverTime | undefined;
  readonly longest: number;
}) => {
  const { ref, width } = useWidth<HTMLDivElement>(320);
  const values = of(tokens);
  const beside = other === undefined ? [] : of(other);
  const most = greatest([...values, ...beside]);
  const x = (ms: number): number => left + (ms / longest) * (width.value - left - right);
  const y = (value: number): number => height - bottom - (value / Math.max(1, most)) * (height - top - bottom);
  const floor = height - bottom;
  return (
    <div ref={ref}>
      <p class="dim small">{`${title}: ${amountText(greatest(values), unit)} at most${other === undefined ? '' : `, there ${amountText(greatest(beside), unit)}`}`}</p>
      <svg
        class={axesCss.drawing}
        width={width.value}
        height={height}
        viewBox={`0 0 ${width.value} ${height}`}
        role="img"
        aria-label={`${title}, over time: ${values.map((value) => (value === null ? 'none' : amountText(value, unit))).join(', ')}`}
      >
        {[0, most].map((tick) => (
          <g key={tick}>
            <path class={axesCss.gridLine} d={`M${left} ${y(tick)}H${width.value - right}`} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end">
              {amountText(tick, unit)}
            </text>
          </g>
        ))}
        <path class={axesCss.axisLine} d={`M${left} ${floor}H${width.value - right}`} />
        {[0, longest / 2, longest].map((tick, k) => (
          <text key={tick} x={x(tick)} y={height - 3} text-anchor={(['start', 'middle', 'end'] as const)[k]}>
            {amountText(tick, 'ms')}
          </text>
        ))}
        {other === undefined ? null : (
          <path class={`${css.tokenLine} ${css.beside}`} d={drawPath(beside, (part) => x(part * other.partMs), y)} />
        )}
        <path class={css.tokenLine} d={drawPath(values, (part) => x(part * tokens.partMs), y)} />
      </svg>
    </div>
  );
};

/** Level in each part, with a gap where nothing came. */
const drawPath = (values: readonly (number | null)[], x: (part: number) => number, y: (value: number) => number): string =>
  values
    .map((value, part) =>
      value === null ? '' : `${(values[part - 1] ?? null) === null ? `M${x(part)} ` : `H${x(part)}V`}${y(value)}H${x(part + 1)}`,
    )
    .join('');
