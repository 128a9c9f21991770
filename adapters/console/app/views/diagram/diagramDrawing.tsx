import { entities } from '../../../../../engine/cloud/index.ts';
import { findMark } from '../../marks.ts';
import type { LifeAt } from '../../model/diagram.ts';
import type { DiagramEdge } from '../../model/diagramLayout.ts';
import * as css from './diagramDrawing.css';

interface DrawingProps {
  readonly life: LifeAt;
  readonly looked: string;
  readonly look: (status: string) => void;
}

/** The lifecycle as a picture. Lines that nothing is about now are faint; what they are is said in the list beside. */
export const DiagramDrawing = ({ life, looked, look }: DrawingProps) => {
  const { kind, status, layout, last, exits } = life;
  const numbers = new Map(exits.flatMap(({ to, number }) => (number === undefined ? [] : [[to, number]])));
  const isTaken = (edge: DiagramEdge): boolean => edge.from === last?.from && edge.to === last?.to;
  const isOpen = (edge: DiagramEdge): boolean => edge.from === status && numbers.has(edge.to);
  // What matters is drawn last, above the others.
  const edges = [...layout.edges].sort((a, b) => Number(isTaken(a) || isOpen(a)) - Number(isTaken(b) || isOpen(b)));
  return (
    <svg
      class={css.diagram}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      style={{ maxWidth: `${layout.width}px` }}
      role="group"
      aria-labelledby="diagram-title diagram-words"
    >
      <title id="diagram-title">The lifecycle of a {kind}</title>
      <desc id="diagram-words">{describeLife(life)}</desc>
      {edges.map((edge) => (
        <Edge
          key={`${edge.from} ${edge.to}`}
          edge={edge}
          look={isTaken(edge) ? 'taken' : isOpen(edge) ? 'open' : 'faint'}
          number={isOpen(edge) ? numbers.get(edge.to) : undefined}
        />
      ))}
      {layout.statuses.map((box) => {
        const mark = findMark(kind, box.status);
        const isCurrent = box.status === status;
        const description = entities[kind].lifecycle.statuses.find((row) => row.status === box.status)?.description ?? '';
        const visited = isCurrent || life.visits.has(box.status);
        return (
          <g
            key={box.status}
            class={`${css.node}${isCurrent ? ` ${css.current}` : ''}${visited ? '' : ` ${css.unvisited}`}${looked === box.status ? ` ${css.looked}` : ''} c-${mark.color}`}
            role="button"
            // Names of SVG's attributes have small letters.
            tabindex={0}
            aria-pressed={looked === box.status}
            aria-label={`${box.status}${isCurrent ? ', the current status' : visited ? ', it was here' : ''}: ${description}`}
            onClick={() => look(box.status)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              event.stopPropagation();
              look(box.status);
            }}
          >
            <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={6} />
            <text x={box.x + 8} y={box.y + box.height / 2} class={css.mark}>
              {mark.shape}
            </text>
            <text x={box.x + 22} y={box.y + box.height / 2} class={css.name}>
              {box.status}
            </text>
          </g>
        );
      })}
    </svg>
  );
};

const describeLife = ({ status, last, exits }: LifeAt): string =>
  [
    `It is ${status}`,
    ...(last === undefined ? [] : [`just now ${last.event} led from ${last.from} to ${last.to}`]),
    exits.length === 0 ? 'nothing can come next' : `next may come: ${exits.map(({ event, to }) => `${event}, to ${to}`).join('; ')}`,
  ].join('; ');

const Edge = ({ edge, look, number }: { readonly edge: DiagramEdge; readonly look: string; readonly number: number | undefined }) => {
  const { points, badge } = edge;
  const [x, y] = [badge.x + badge.width / 2, badge.y + badge.height / 2];
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a line cannot have the focus
    <g class={css.edge} data-look={look} aria-hidden="true">
      <polyline points={points.map((point) => point.join()).join(' ')} />
      <path d={arrowAt(points)} />
      {number === undefined ? null : (
        <>
          <circle cx={x} cy={y} r={9} />
          <text x={x} y={y}>
            {number}
          </text>
        </>
      )}
    </g>
  );
};

const arrowLength = 7;

/** The head of an arrow at the end of a line. */
const arrowAt = (points: DiagramEdge['points']): string => {
  const [[fromX, fromY], [x, y]] = [points.at(-2) ?? [0, 0], points.at(-1) ?? [0, 0]];
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [alongX, alongY] = [((x - fromX) / length) * arrowLength, ((y - fromY) / length) * arrowLength];
  return `M${x} ${y}L${x - alongX - alongY / 2} ${y - alongY + alongX / 2}L${x - alongX + alongY / 2} ${y - alongY - alongX / 2}Z`;
};
