import { useComputed } from '@preact/signals';
import type { RefObject } from 'preact';
import { jobRowHeight, paintJobs } from '../../canvas/jobsPainter.ts';
import { addSelected, packJobs } from '../../model/charts/jobRows.ts';
import { spanAt } from '../../model/charts/laneRows.ts';
import { useConsole } from '../context.ts';
import { MarkSign } from '../parts.tsx';
import { type RowPoint, RowsTrack } from './rowsTrack.tsx';
import { Track } from './track.tsx';

/** Each job and request as one bar, by endpoint: it waited in the lighter part, ran in the solid one, and ends in the color of its outcome. */
export const JobsTrack = ({ room }: { readonly room: RefObject<HTMLDivElement | null> }) => {
  const { desk } = useConsole();
  const packed = useComputed(() => {
    desk.version.value;
    return desk.log === undefined ? [] : packJobs(desk.log.jobs, { scope: desk.scope.value, range: desk.range.value });
  }).value;
  const { log } = desk;
  const chosen = log?.jobs.find(desk.selected.value ?? '');
  const rows = addSelected(packed, chosen, { scope: desk.scope.value, range: desk.range.value });
  if (log === undefined || rows.length === 0) return null;
  const [scale, selected] = [desk.scale.value, desk.selected.value];
  const left = rows.reduce((sum, row) => sum + row.left, 0);
  const find = ({ row, at, near }: RowPoint): string | undefined => {
    const bars = rows[row]?.bars ?? [];
    if (at === undefined) return rows[row]?.endpoint;
    return (spanAt(bars, at) ?? spanAt(bars, at - near) ?? spanAt(bars, at + near))?.id;
  };
  return (
    <Track
      id="bars"
      title="Jobs"
      values={
        <>
          {looks.map(([color, shape, words]) => (
            <span key={words}>
              <MarkSign mark={{ color, shape }} />
              {words}
            </span>
          ))}
          {left === 0 ? null : <span>and {left} more: zoom in, or choose an endpoint</span>}
        </>
      }
    >
      <RowsTrack
        room={room}
        count={rows.length}
        rowHeight={jobRowHeight}
        selectedRow={rows.findIndex(({ bars }) => bars.some(({ id }) => id === selected))}
        paint={(easel, top, family) => paintJobs(easel, { log, rows, scale, top, selected, font: `11px ${family}` })}
        find={find}
      />
    </Track>
  );
};

const looks = [
  ['wait', '░', 'waits'],
  ['run', '█', 'runs'],
  ['good', '✓', 'done'],
  ['bad', '✕', 'failed'],
] as const;
