import { valueText } from '../../../../engine/lab/study/index.ts';
import { plainText } from '../text.ts';
import type { Look } from './looks.tsx';
import * as plotPartsCss from './plotParts.css';
import { goalWordsIn, type PlotProps } from './plotParts.tsx';
import * as css from './plotPoints.css';
import { bottom, left, type PlotPoint, type PlotRoom, right, top } from './plotRoom.ts';
import type { StudyModel } from './studyModel.ts';

// biome-ignore format: a table
const shapes: Readonly<Record<Look['name'], string>> = {
  best:     'M0 -9L2.5 -3L9 -2.6L4 1.6L5.6 8L0 4.4L-5.6 8L-4 1.6L-9 -2.6L-2.5 -3Z',
  frontier: 'M5.5 0A5.5 5.5 0 1 1 -5.5 0A5.5 5.5 0 1 1 5.5 0Z',
  meets:    'M4.5 0A4.5 4.5 0 1 1 -4.5 0A4.5 4.5 0 1 1 4.5 0Z',
  none:     'M4.5 0A4.5 4.5 0 1 1 -4.5 0A4.5 4.5 0 1 1 4.5 0Z',
  unclear:  'M0 -5.5L5.5 0L0 5.5L-5.5 0Z',
  not:      'M-4 -4L4 4M-4 4L4 -4',
};

export const Point = ({
  model,
  point: { one, look, x, y },
  room,
}: {
  readonly model: StudyModel;
  readonly point: PlotPoint;
  readonly room: PlotRoom;
}) => {
  const isSelected = model.selected.value === one.number;
  const address = model.findRun(one.number);
  const [across, up] = [model.across.value, model.up.value];
  const said = [
    `configuration ${one.number}, ${look.words}`,
    model.describeValues(one),
    `${up} ${model.measureWords(up, one.measures[up])}`,
    `${across} ${model.measureWords(across, one.measures[across])}`,
  ].join('; ');
  const select = (): void => {
    model.selected.value = one.number;
  };
  return (
    <g transform={`translate(${room.x(x)} ${room.y(y)})`}>
      <a
        class={isSelected ? `${css.point} ${css.chosen}` : css.point}
        data-look={look.name}
        href={address ?? `#configuration=${one.number}`}
        data-configuration={one.number}
        tabIndex={isSelected ? 0 : -1}
        aria-label={plainText(`${said}; ${address === undefined ? 'no play of it came to its end' : 'opens its median run'}`, 600)}
        onPointerEnter={select}
        onFocus={select}
      >
        <circle class={css.reach} r={11} />
        <path d={shapes[look.name]} />
      </a>
    </g>
  );
};

/** About how wide a sign is, and how high a line. */
const [signWidth, lineHeight] = [6.4, 13];
/** More labels hide what they name. */
const labelsMax = 12;

interface PlotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The values of the configurations on the frontier beside their points, where they hide no point and no other label. */
export const Labels = ({ model, points, room }: PlotProps) => {
  const taken = [
    ...points.map(({ x, y }): PlotBox => ({ x: room.x(x) - 6, y: room.y(y) - 6, width: 12, height: 12 })),
    ...goalBox(model, room),
  ];
  const placed = points
    .filter(({ look }) => look.name === 'best' || look.name === 'frontier')
    .slice(0, labelsMax)
    .flatMap(({ one, x, y }) => {
      const text = plainText(one.values.map(valueText).join(' · '), 28);
      const box = placesFor(room.x(x), room.y(y), text.length * signWidth).find((place) => fits(place, room, taken));
      if (box === undefined) return [];
      taken.push(box);
      return [{ number: one.number, text, box }];
    });
  return (
    <g class={plotPartsCss.labels}>
      {placed.map(({ number, text, box }) => (
        <text key={number} x={box.x} y={box.y + lineHeight - 3} class={model.selected.value === number ? plotPartsCss.chosen : ''}>
          {text}
        </text>
      ))}
    </g>
  );
};

/** Where the words of the goal are: bold, and so a little wider. */
const goalBox = (model: StudyModel, room: PlotRoom): readonly PlotBox[] => {
  const words = goalWordsIn(model, room);
  if (words === undefined) return [];
  const width = words.text.length * (signWidth + 0.6);
  return [{ x: words.end - width, y: words.baseline - lineHeight + 3, width, height: lineHeight }];
};

/** To the right above, to the right below, and the same to the left. */
const placesFor = (x: number, y: number, width: number): readonly PlotBox[] =>
  [x + 10, x - 10 - width].flatMap((at) => [y - 6 - lineHeight, y + 6].map((height) => ({ x: at, y: height, width, height: lineHeight })));

const fits = (box: PlotBox, { width, height }: PlotRoom, taken: readonly PlotBox[]): boolean =>
  box.x >= left &&
  box.x + box.width <= width - right &&
  box.y >= top &&
  box.y + box.height <= height - bottom &&
  !taken.some((one) => one.x < box.x + box.width && box.x < one.x + one.width && one.y < box.y + box.height && box.y < one.y + one.height);
