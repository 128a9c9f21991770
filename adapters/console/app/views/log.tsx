import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { eventWords, kindOf, toneOf } from '../../../../engine/index.ts';
import { toneMarks } from '../marks.ts';
import { filtered } from '../model/filtered.ts';
import { plainText } from '../text.ts';
import { useConsole } from './context.ts';
import { Command, MarkSign, Text, Time } from './parts.tsx';

const rowHeight = 22;
/** Rows above and below those in sight. */
const around = 8;

/** Every entry, or those that a filter shows. Only the rows in sight exist. */
export const LogView = () => {
  const { desk, toLog } = useConsole();
  const { result, dispose } = useMemo(() => filtered(desk), [desk]);
  useEffect(() => dispose, [dispose]);
  const { seqs, isDone } = result.value;
  const gone = desk.log?.first ?? 0;
  const count = seqs?.length ?? desk.length.value - gone;
  const of = /(?:^|\s)of:(\S+)/.exec(desk.filter.value)?.[1];
  return (
    <div class="log">
      <search class="bar">
        <input
          id="filter"
          type="search"
          placeholder="filter: any text, of:job-1, kind:worker, type:JobFailed, rule:job.ttl, request:12"
          aria-label="Filter the log"
          spellcheck={false}
          value={desk.filter.value}
          onInput={({ currentTarget }) => {
            desk.filter.value = currentTarget.value;
          }}
        />
        <span class="dim" role="status">
          {count} {seqs === undefined ? 'entries' : `of ${desk.length.value}`}
          {isDone ? '' : ' …'}
          {gone === 0 ? '' : `, the newest: those up to ${gone} are in the log of the server`}
        </span>
      </search>
      <Rows seqs={seqs} count={count} gone={gone} />
      <Command text={`${toLog()} && podsim replay run.log --timeline${of === undefined ? '' : ` --of ${of}`}`} />
    </div>
  );
};

/** The last of these numbers that is not above another; all numbers after `gone` where there is no list. */
const indexUpTo = (seqs: readonly number[] | undefined, seq: number, gone: number): number => {
  if (seqs === undefined) return seq - 1 - gone;
  let [known, beyond] = [-1, seqs.length];
  while (beyond - known > 1) {
    const middle = (known + beyond) >> 1;
    if ((seqs[middle] as number) <= seq) known = middle;
    else beyond = middle;
  }
  return known;
};

interface RowsProps {
  readonly seqs: readonly number[] | undefined;
  readonly count: number;
  /** How many entries the log has forgotten. */
  readonly gone: number;
}

const Rows = ({ seqs, count, gone }: RowsProps) => {
  const { desk } = useConsole();
  const room = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);
  const seqAt = (index: number): number => (seqs === undefined ? index + 1 + gone : (seqs[index] ?? 0));
  const current = indexUpTo(seqs, desk.shown.value, gone);
  useEffect(() => {
    const box = room.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = box.clientHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [height]);
  // The moment stays in sight.
  useEffect(() => {
    const box = room.current;
    if (box === null || current < 0) return;
    const y = current * rowHeight;
    if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
  }, [current]);
  // A filter may leave less than what was scrolled past.
  const begin = Math.max(0, Math.min(top.value, count * rowHeight - height.value));
  const first = Math.max(0, Math.floor(begin / rowHeight) - around);
  const last = Math.min(count, Math.ceil((begin + height.value) / rowHeight) + around);
  const move = (by: number): void => desk.show(seqAt(Math.min(Math.max(0, current + by), count - 1)));
  return (
    <div
      class="log-room"
      ref={room}
      role="grid"
      tabIndex={0}
      aria-activedescendant={current >= first && current < last ? `line-${current}` : undefined}
      aria-label="Log"
      aria-rowcount={count}
      aria-colcount={5}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
      }}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
        if (by === undefined || count === 0) return;
        event.preventDefault();
        event.stopPropagation();
        move(by);
      }}
    >
      <div role="rowgroup" class="log-height" style={{ height: `${count * rowHeight}px` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, k) => {
          const index = first + k;
          return <Line key={index} seq={seqAt(index)} index={index} isCurrent={index === current} />;
        })}
      </div>
    </div>
  );
};

const Line = ({ seq, index, isCurrent }: { readonly seq: number; readonly index: number; readonly isCurrent: boolean }) => {
  const { desk, panes } = useConsole();
  const { log } = desk;
  const entry = log?.entry(seq);
  if (log === undefined || entry === undefined) return null;
  const { at, event } = entry;
  const subject = log.subject(seq);
  const tone = toneOf(event.type) ?? 'progress';
  const isOfSelected = subject !== undefined && subject === desk.selected.value;
  return (
    <div
      role="row"
      id={`line-${index}`}
      aria-rowindex={index + 1}
      aria-selected={isCurrent}
      class={`line${isCurrent ? ' current' : ''}${isOfSelected ? ' own' : ''}${seq > desk.shown.value ? ' later' : ''}`}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
      onClick={() => {
        desk.show(seq);
        panes.open.side.value = 'why';
      }}
    >
      <span role="gridcell" class="number">
        {seq}
      </span>
      <span role="gridcell">
        <Time at={at} />
      </span>
      <span role="gridcell" class="who">
        {subject === undefined ? <span class="dim">input</span> : <Text value={log.names.known(subject)} max={32} />}
        <span class="sr">{kindOf(event)}</span>
      </span>
      <span role="gridcell" class="type">
        <MarkSign mark={toneMarks[tone]} />
        {event.type}
      </span>
      <span role="gridcell" class="words text">
        {plainText(eventWords(event, log.names), 240)}
      </span>
    </div>
  );
};
