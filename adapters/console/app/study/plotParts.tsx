import { amountText } from '../../../../engine/lab/study/index.ts';
import { Axes } from '../charts/axes.tsx';
import type { Scale } from '../charts/scale.ts';
import { plainText } from '../text.ts';
import * as css from './plotParts.css';
import { bottom, left, type PlotPoint, type PlotRoom, right, top } from './plotRoom.ts';
import type { StudyModel } from './studyModel.ts';
import { limitWords } from './verdict.ts';

export interface PlotProps {
  readonly model: StudyModel;
  readonly points: readonly PlotPoint[];
  readonly room: PlotRoom;
}

/** The axes of two measures. */
export const MeasureAxes = ({
  room,
  units,
  names,
}: {
  readonly room: PlotRoom;
  readonly units: readonly [string, string];
  readonly names: readonly [string, string];
}) => {
  const { width, height, across, up, x, y } = room;
  const log = (scale: Scale): string => (scale.isLog ? ', by its logarithm' : '');
  const unit = units[0] === 'ms' || units[0] === 'share' ? '' : ` (${units[0]})`;
  return (
    <Axes
      frame={{ width, height, left, right: width - right, top, floor: height - bottom }}
      across={across.ticks.map((tick) => ({ at: x(tick), words: amountText(tick, units[0]) }))}
      up={up.ticks.map((tick) => ({ at: y(tick), words: amountText(tick, units[1]) }))}
      names={[`${plainText(names[0], 40)}${unit}${log(across)} →`, `↑ ${plainText(names[1], 40)}${log(up)}`]}
      isGrid
    />
  );
};

export const GoalLines = ({ model, room: { x, y, width, height } }: { readonly model: StudyModel; readonly room: PlotRoom }) => {
  const [up, across] = [model.findLimit(model.up.value), model.findLimit(model.across.value)];
  const floor = height - bottom;
  return (
    <g class={css.goalLine}>
      {up?.atMost == null ? null : (
        <rect x={left} width={width - left - right} y={y(up.atMost)} height={Math.max(0, floor - y(up.atMost))} />
      )}
      {up?.atLeast == null ? null : <rect x={left} width={width - left - right} y={top} height={Math.max(0, y(up.atLeast) - top)} />}
      {[up?.atMost, up?.atLeast].flatMap((bound) =>
        bound == null ? [] : [<path key={bound} d={`M${left} ${y(bound)}H${width - right}`} />],
      )}
      {[across?.atMost, across?.atLeast].flatMap((bound) =>
        bound == null ? [] : [<path key={bound} d={`M${x(bound)} ${top}V${floor}`} />],
      )}
    </g>
  );
};

/** The words at the goal's line, and where they end; undefined where the measure has no limit. */
export const goalWordsIn = (model: StudyModel, { y, width }: PlotRoom) => {
  const limit = model.findLimit(model.up.value);
  if (limit === undefined) return undefined;
  const text = plainText(`goal: ${limitWords(model, limit)}`, 60);
  return { text, end: width - right - 4, baseline: y(limit.atMost ?? limit.atLeast ?? 0) - 6 };
};

/** Above everything else, so that no line crosses the words. */
export const GoalWords = ({ model, room }: { readonly model: StudyModel; readonly room: PlotRoom }) => {
  const words = goalWordsIn(model, room);
  return words === undefined ? null : (
    <text class={css.goalWords} x={words.end} y={words.baseline} text-anchor="end">
      {words.text}
    </text>
  );
};

/** Steps from one configuration of the frontier to the next: below them there is none. */
export const FrontierLine = ({ points, room: { x, y } }: { readonly points: readonly PlotPoint[]; readonly room: PlotRoom }) => {
  const on = points.filter(({ look }) => look.name === 'best' || look.name === 'frontier').sort((a, b) => a.x - b.x);
  const [first] = on;
  if (first === undefined) return null;
  const steps = on.slice(1).map((point) => `H${x(point.x)}V${y(point.y)}`);
  return <path class={css.frontierLine} d={`M${x(first.x)} ${y(first.y)}${steps.join('')}`} />;
};

/** With more points, only that of the selected one has its interval. */
const intervalsMax = 60;

/** The 95 % intervals of the points, as far as the room goes. */
export const Intervals = ({ model, points, room }: PlotProps) => {
  const shown = points.filter(({ one }) => points.length <= intervalsMax || one.number === model.selected.value);
  return (
    <g class={css.intervals}>
      {shown.map((point) => (
        <path
          key={point.one.number}
          class={point.one.number === model.selected.value ? css.chosen : ''}
          d={intervalPath(model, point, room)}
        />
      ))}
    </g>
  );
};

const intervalPath = (model: StudyModel, { one, x: a, y: b }: PlotPoint, { x, y, width, height }: PlotRoom): string => {
  const [wide, tall] = [one.measures[model.across.value], one.measures[model.up.value]];
  const inX = (value: number): number => Math.min(width - right, Math.max(left, x(value)));
  const inY = (value: number): number => Math.min(height - bottom, Math.max(top, y(value)));
  const flat = wide?.low == null || wide.high === null ? '' : `M${inX(wide.low)} ${y(b)}H${inX(wide.high)}`;
  return tall?.low == null || tall.high === null ? flat : `${flat}M${x(a)} ${inY(Math.max(0, tall.low))}V${inY(tall.high)}`;
};
