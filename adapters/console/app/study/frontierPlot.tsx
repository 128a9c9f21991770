import * as axesCss from '../charts/axes.css';
import { useWidth } from '../charts/useWidth.ts';
import { plainText } from '../text.ts';
import * as css from './frontierPlot.css';
import * as looksCss from './looks.css';
import { Choice, LookSign, looks } from './looks.tsx';
import * as plotPartsCss from './plotParts.css';
import { FrontierLine, GoalLines, GoalWords, Intervals, MeasureAxes } from './plotParts.tsx';
import { Labels, Point } from './plotPoints.tsx';
import { isFrontier, listPoints, type PlotPoint, planRoom } from './plotRoom.ts';
import type { StudyModel } from './studyModel.ts';
import * as studyPageCss from './studyPage.css';

/** More points cannot be told apart; the table has them all. */
const pointsMax = 2_000;

/** Every configuration by two measures; each point is a link to the replay of its median run. */
export const FrontierPlot = ({ model }: { readonly model: StudyModel }) => {
  const { ref, width } = useWidth<HTMLDivElement>(720);
  const names = model.report.measures.map(({ name }) => name);
  const [across, up] = [model.across.value, model.up.value];
  const all = listPoints(model, across, up);
  const shown = all.slice(0, pointsMax);
  const room = planRoom(model, shown, width.value);
  return (
    <section class={studyPageCss.part} aria-label="Frontier">
      <header class={studyPageCss.partHead}>
        <h2>
          <bdi>{plainText(up, 40)}</bdi> against <bdi>{plainText(across, 40)}</bdi>
        </h2>
        <span class={looksCss.choices}>
          <Choice label="up" value={up} names={names} onChoose={(name) => (model.up.value = name)} />
          <Choice label="across" value={across} names={names} onChoose={(name) => (model.across.value = name)} />
        </span>
      </header>
      <div ref={ref} class={plotPartsCss.plotRoom}>
        {shown.length === 0 ? (
          <p class="empty">No configuration has both measures.</p>
        ) : (
          <svg
            class={axesCss.drawing}
            width={room.width}
            height={room.height}
            viewBox={`0 0 ${room.width} ${room.height}`}
            role="group"
            aria-label={`${up} against ${across}, a point for each configuration: arrows lead from one to the next, Enter opens its median run`}
            onKeyDown={(event) => walk(event, model, shown)}
          >
            <MeasureAxes room={room} units={[model.findUnit(across), model.findUnit(up)]} names={[across, up]} />
            <GoalLines model={model} room={room} />
            {isFrontier(model) ? <FrontierLine points={shown} room={room} /> : null}
            <GoalWords model={model} room={room} />
            <Intervals model={model} points={shown} room={room} />
            {[...shown].reverse().map((point) => (
              <Point key={point.one.number} model={model} point={point} room={room} />
            ))}
            {isFrontier(model) ? <Labels model={model} points={shown} room={room} /> : null}
          </svg>
        )}
      </div>
      <Legend points={shown} left={all.length - shown.length} />
    </section>
  );
};

const Legend = ({ points, left: count }: { readonly points: readonly PlotPoint[]; readonly left: number }) => (
  <p class={`${css.legend} small`}>
    {looks
      .filter((look) => look.name !== 'none' && points.some((point) => point.look === look))
      .map((look) => (
        <span key={look.name}>
          <LookSign look={look} />
          {look.words}
        </span>
      ))}
    {count > 0 ? <span class="dim">{`${count} more points are left out: the table has them`}</span> : null}
  </p>
);

/** Arrows lead to the next point: to the right and left across, up and down by the other measure. */
const walk = (event: KeyboardEvent, model: StudyModel, points: readonly PlotPoint[]): void => {
  const isAcross = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  const sorted = [...points].sort((a, b) => (isAcross || step === undefined ? a.x - b.x || a.y - b.y : a.y - b.y || a.x - b.x));
  const now = sorted.findIndex(({ one }) => one.number === model.selected.peek());
  const wanted = event.key === 'Home' ? 0 : event.key === 'End' ? sorted.length - 1 : step === undefined ? undefined : now + step;
  const next = wanted === undefined ? undefined : sorted[Math.min(sorted.length - 1, Math.max(0, wanted))];
  if (next === undefined) return;
  event.preventDefault();
  model.selected.value = next.one.number;
  (event.currentTarget as Element).querySelector<SVGAElement>(`[data-configuration="${next.one.number}"]`)?.focus();
};
