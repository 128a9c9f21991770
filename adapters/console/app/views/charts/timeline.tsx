import { useComputed } from '@preact/signals';
import { lanesSvg } from '../../canvas/lanesFile.ts';
import { laneMarks } from '../../marks.ts';
import { type Chart, listCharts } from '../../model/charts/charts.ts';
import { listLaneRows } from '../../model/charts/laneRows.ts';
import { zoomAboutMoment } from '../../model/charts/steering.ts';
import { commands } from '../../model/commands.ts';
import type { RunLog } from '../../model/runLog.ts';
import { Twin } from '../compare/twin.tsx';
import { useConsole } from '../context.ts';
import { Command } from '../parts.tsx';
import { useSize } from '../useSize.ts';
import { ChartTrack } from './charts.tsx';
import { ChartsTable } from './chartsTable.tsx';
import { JobsTrack } from './jobs.tsx';
import { JobsTable } from './jobsTable.tsx';
import { LanesTrack } from './lanes.tsx';
import { LanesTable } from './lanesTable.tsx';
import { SavePicture } from './savePicture.tsx';
import * as css from './timeline.css';

/** All tracks below the ruler of the tape: what was counted, measured and spent, and workers and pods by host. */
export const TimelineView = () => {
  const { desk, panes, source } = useConsole();
  const { room, size: width } = useSize('clientWidth', 0);
  const charts = useComputed((): readonly Chart[] => {
    const [scale, { log }] = [desk.scale.value, desk];
    return log === undefined || width.value === 0 ? [] : listCharts(log, { scale, scope: desk.scope.value, width: width.value });
  }).value;
  const { host, status } = desk.scope.value;
  const pinned = panes.pinned.value;
  const tracks = [
    { id: 'bars', track: <JobsTrack key="bars" room={room} /> },
    { id: 'lanes', track: <LanesTrack key="lanes" room={room} /> },
    ...charts.map((chart) => ({ id: chart.id, track: <ChartTrack key={chart.id} chart={chart} /> })),
  ];
  return (
    <div class={css.timeline}>
      <Bar />
      <section ref={room} class={css.room} tabIndex={0} aria-label="Tracks, drawn; the tables below say the same">
        {[...tracks.filter(({ id }) => pinned.has(id)), ...tracks.filter(({ id }) => !pinned.has(id))].map(({ track }) => track)}
        {host === undefined && status === undefined ? null : (
          <p class="empty">Waits and spend are known by endpoint, not by host or status.</p>
        )}
        <Command text={commands.report(source())} />
      </section>
      <Twin
        table={() => (
          <>
            <div data-table="jobs">
              <JobsTable />
            </div>
            <div data-table="hosts">
              <LanesTable />
            </div>
            <div data-table="charts">
              <ChartsTable charts={charts} />
            </div>
          </>
        )}
      />
    </div>
  );
};

const Bar = () => {
  const { desk } = useConsole();
  desk.version.value;
  const { log } = desk;
  const isWhole = desk.chosenRange.value === undefined;
  const draw = (shown: RunLog): string => {
    const style = getComputedStyle(document.body);
    return lanesSvg({
      title: desk.title.value,
      log: shown,
      rows: listLaneRows(shown.lanes.groups, desk.scope.value, desk.range.value),
      scale: desk.scale.value,
      at: desk.at.value,
      selected: desk.selected.value,
      color: (name) => style.getPropertyValue(`--${name}`),
    });
  };
  return (
    <div class="bar">
      <button type="button" class="key" aria-label="Zoom in" title="Zoom in (W)" onClick={() => zoomAboutMoment(desk, 0.5)}>
        +
      </button>
      <button
        type="button"
        class="key"
        aria-label="Zoom out"
        title="Zoom out (S)"
        onClick={() => zoomAboutMoment(desk, 2)}
        disabled={isWhole}
      >
        −
      </button>
      <button
        type="button"
        class="key"
        onClick={() => {
          desk.chosenRange.value = undefined;
        }}
        disabled={isWhole}
        title="Show the whole run"
      >
        all
      </button>
      {log === undefined || log.lanes.count === 0 ? null : <SavePicture name={nameFile(desk.title.value)} svg={() => draw(log)} />}
      <span class={`dim ${css.key}`}>
        {laneMarks.map(([color, shape, words]) => (
          <>
            <span class={`c-${color}`}>{shape}</span> {words}{' '}
          </>
        ))}
      </span>
    </div>
  );
};

/** A title as a file's name: in letters, digits and hyphens. */
const nameFile = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60) || 'run';
