import { useEffect, useMemo } from 'preact/hooks';
import { findKind } from '../../../../../engine/cloud/index.ts';
import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { eventWords } from '../../../../../engine/scenario/index.ts';
import { findTone } from '../../../../../engine/world/index.ts';
import { toneMarks } from '../../marks.ts';
import { describeEntry } from '../../model/find/filter.ts';
import { filterLog } from '../../model/find/filtered.ts';
import type { RunLog } from '../../model/runLog.ts';
import { type SheetColumn, writeCsv } from '../../model/sheet.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { CopyButton } from '../copy.tsx';
import { Command, MarkSign, Text, Time } from '../parts.tsx';
import { rowAttributes, VirtualRows } from '../virtualRows.tsx';
import * as css from './log.css';

/** Every entry, or those that a filter shows. Only the rows in sight exist. */
export const LogView = () => {
  const { desk, source } = useConsole();
  const { result, dispose } = useMemo(() => filterLog(desk), [desk]);
  useEffect(() => dispose, [dispose]);
  const { seqs, isDone } = result.value;
  const gone = desk.log?.first ?? 0;
  const count = seqs?.length ?? desk.length.value - gone;
  const of = /(?:^|\s)of:(\S+)/.exec(desk.filter.value)?.[1];
  return (
    <div class={css.log}>
      <search class="bar">
        <input
          id="filter"
          type="search"
          placeholder="filter: any text, of:job-1, kind:worker, type:JobFailed, status:FAILED, rule:job.ttl, request:12"
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
        <CopyButton
          name="(these entries)"
          words="Copy as CSV"
          text={() => writeCsv(listColumns(desk.log as RunLog), seqs ?? listEntries(desk.log as RunLog))}
        />
      </search>
      <Rows seqs={seqs} count={count} gone={gone} />
      <Command text={`podsim log show ${source()} --timeline${of === undefined ? '' : ` --of ${of}`}`} />
    </div>
  );
};

function* listEntries({ first, length }: RunLog): Generator<number> {
  for (let seq = first + 1; seq <= length; seq++) yield seq;
}

const listColumns = (log: RunLog): readonly SheetColumn<number>[] => [
  { name: 'entry', value: (seq) => seq },
  { name: 'at', unit: 'ms', value: (seq) => log.at(seq) },
  { name: 'entity', value: (seq) => log.subject(seq) },
  { name: 'event', value: (seq) => log.entry(seq)?.event.type },
  { name: 'rule', value: (seq) => log.rule(seq) },
  { name: 'what', value: (seq) => describeEntry(log, seq) },
];

/** The last of these numbers that is not above another; all numbers after `gone` where there is no list. */
const indexUpTo = (seqs: readonly number[] | undefined, seq: number, gone: number): number =>
  (seqs === undefined ? seq - gone : firstIndex(seqs.length, (k) => (seqs[k] as number) > seq)) - 1;

interface RowsProps {
  readonly seqs: readonly number[] | undefined;
  readonly count: number;
  /** How many entries the log has forgotten. */
  readonly gone: number;
}

const Rows = ({ seqs, count, gone }: RowsProps) => {
  const { desk } = useConsole();
  const seqAt = (index: number): number => (seqs === undefined ? index + 1 + gone : (seqs[index] ?? 0));
  const current = indexUpTo(seqs, desk.shown.value, gone);
  return (
    <VirtualRows
      name="Log"
      count={count}
      columns={5}
      current={current}
      move={(index) => desk.show(seqAt(index))}
      row={(index) => <Line key={index} seq={seqAt(index)} index={index} isCurrent={index === current} />}
    />
  );
};

const Line = ({ seq, index, isCurrent }: { readonly seq: number; readonly index: number; readonly isCurrent: boolean }) => {
  const { desk, panes } = useConsole();
  const { log } = desk;
  const entry = log?.entry(seq);
  if (log === undefined || entry === undefined) return null;
  const { at, event } = entry;
  const subject = log.subject(seq);
  const tone = findTone(event.type) ?? 'progress';
  const isOfSelected = subject !== undefined && subject === desk.selected.value;
  return (
    <div
      role="row"
      {...rowAttributes(index, isCurrent)}
      class={`${css.line}${isCurrent ? ` ${css.current}` : ''}${isOfSelected ? ` ${css.own}` : ''}${seq > desk.shown.value ? ` ${css.later}` : ''}`}
      onClick={() => {
        desk.show(seq);
        panes.open.side.value = 'details';
      }}
    >
      <span role="gridcell" class="number">
        {seq}
      </span>
      <span role="gridcell">
        <Time at={at} />
      </span>
      <span role="gridcell" class={css.who}>
        {subject === undefined ? <span class="dim">input</span> : <Text value={log.labels.findName(subject)} max={32} />}
        <span class="sr">{findKind(event)}</span>
      </span>
      <span role="gridcell">
        <MarkSign mark={toneMarks[tone]} />
        {event.type}
      </span>
      <span role="gridcell" class={`${css.words} text`}>
        {plainText(eventWords(event, log.labels), 240)}
      </span>
    </div>
  );
};
