import type { RefObject } from 'preact';
import { paintLanes, rowHeight } from '../../canvas/lanesPainter.ts';
import { barPicked, barsAt, listLaneRows, spanAt } from '../../model/charts/laneRows.ts';
import { useConsole } from '../context.ts';
import { type RowPoint, RowsTrack } from './rowsTrack.tsx';
import { Track } from './track.tsx';

interface LanesProps {
  /** What scrolls. */
  readonly room: RefObject<HTMLDivElement | null>;
}

/** Workers, pods and clusters over time, by host. */
export const LanesTrack = ({ room }: LanesProps) => {
  const { desk } = useConsole();
  desk.version.value;
  const { log } = desk;
  if (log === undefined) return null;
  const [scale, selected] = [desk.scale.value, desk.selected.value];
  const rows = listLaneRows(log.lanes.groups, desk.scope.value, desk.range.value);
  if (rows.length === 0 && log.lanes.count > 0) return <p class="empty">No worker and no pod of this run is in what is chosen above.</p>;
  if (rows.length === 0) return <p class="empty">No worker and no pod in this run.</p>;
  const find = ({ row, at }: RowPoint): string | undefined => {
    const lane = rows[row]?.lane;
    const bar = lane === undefined || at === undefined ? undefined : (barPicked(barsAt(lane, at), selected) ?? spanAt(lane.handed, at));
    return bar?.id ?? lane?.id;
  };
  return (
    <Track id="lanes" title="Hosts">
      <RowsTrack
        room={room}
        count={rows.length}
        rowHeight={rowHeight}
        selectedRow={rows.findIndex(({ lane }) => lane?.id === selected)}
        paint={(easel, top, family) => paintLanes(easel, { log, rows, scale, top, selected, font: `12px ${family}` })}
        find={find}
      />
    </Track>
  );
};
