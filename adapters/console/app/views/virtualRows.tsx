import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useSize } from './useSize.ts';
import * as css from './virtualRows.css';

const rowHeight = 22;
/** Rows above and below those in sight. */
const around = 8;

interface VirtualRowsProps {
  readonly name: string;
  readonly count: number;
  readonly columns: number;
  /** The row at the moment: it stays in sight. -1 if there is none. */
  readonly current: number;
  readonly move: (index: number) => void;
  readonly row: (index: number) => preact.ComponentChild;
}

/** A list of which only the rows in sight exist. The keys move from row to row. */
export const VirtualRows = ({ name, count, columns, current, move, row }: VirtualRowsProps) => {
  const { room, size: height } = useSize('clientHeight', 400);
  const top = useSignal(0);
  useEffect(() => {
    const box = room.current;
    if (box === null || current < 0) return;
    const y = current * rowHeight;
    if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
  }, [room, current]);
  // A filter may leave less than what was scrolled past.
  const begin = Math.max(0, Math.min(top.value, count * rowHeight - height.value));
  const first = Math.max(0, Math.floor(begin / rowHeight) - around);
  const last = Math.min(count, Math.ceil((begin + height.value) / rowHeight) + around);
  return (
    <div
      class={css.room}
      ref={room}
      role="grid"
      tabIndex={0}
      aria-activedescendant={current >= first && current < last ? `line-${current}` : undefined}
      aria-label={name}
      aria-rowcount={count}
      aria-colcount={columns}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
      }}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
        if (by === undefined || count === 0) return;
        event.preventDefault();
        event.stopPropagation();
        move(Math.min(Math.max(0, current + by), count - 1));
      }}
    >
      <div role="rowgroup" class={css.height} style={{ height: `${count * rowHeight}px` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, k) => row(first + k))}
      </div>
    </div>
  );
};

/** What an element needs to be a row of such a list. */
export const rowAttributes = (index: number, isCurrent: boolean) =>
  ({
    id: `line-${index}`,
    'aria-rowindex': index + 1,
    'aria-selected': isCurrent,
    style: { transform: `translateY(${index * rowHeight}px)` },
  }) as const;
