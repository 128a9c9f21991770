import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { callWords } from '../../../../../engine/scenario/index.ts';
import type { Mark } from '../../marks.ts';
import { callTest, findMoment, findSubject, listCalls, type ShownCall } from '../../model/calls/requests.ts';
import type { RunLog } from '../../model/runLog.ts';
import { type SheetColumn, writeCsv } from '../../model/sheet.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { CopyButton } from '../copy.tsx';
import { Command, MarkSign, Time } from '../parts.tsx';
import { rowAttributes, VirtualRows } from '../virtualRows.tsx';
import * as logCss from './log.css';
import { RequestCard } from './requestCard.tsx';

/** Every call, with its answer. */
export const RequestsView = () => {
  const { desk, panes, source } = useConsole();
  const filter = desk.callFilter;
  const phase = desk.phase.value;
  useEffect(() => {
    // A run that is still being played is not played a second time beside it.
    return phase === 'playing' || phase === 'reading' ? undefined : desk.readAnswers();
  }, [desk, phase]);
  const calls = useComputed((): readonly ShownCall[] => {
    desk.version.value;
    return desk.log === undefined ? [] : listCalls(desk.log, desk.answers.value);
  });
  const shown = useComputed(() => (desk.log === undefined ? [] : calls.value.filter(callTest(desk.log, filter.value))));
  // Several calls may have been made after the same entry: then the one that was chosen is the current one.
  const chosen = useSignal<ShownCall | undefined>(undefined);
  const seq = desk.shown.value;
  const momentOfChosen = desk.log === undefined || chosen.value === undefined ? undefined : findMoment(desk.log, chosen.value);
  const isChosen = chosen.value !== undefined && momentOfChosen === seq && shown.value.includes(chosen.value);
  const current = isChosen ? shown.value.indexOf(chosen.value as ShownCall) : lastUpTo(shown.value, seq);
  const choose = (index: number): void => {
    const [call, { log }] = [shown.value[index], desk];
    if (call === undefined || log === undefined) return;
    chosen.value = call;
    desk.go(findMoment(log, call));
    desk.select(findSubject(log, call));
  };
  const call = shown.value[current];
  return (
    <div class={logCss.log}>
      <search class="bar">
        <input
          type="search"
          placeholder="filter: any text, refused, status:4xx, operation:run, rule:job, client:dev, of:ep-a"
          aria-label="Filter the calls"
          spellcheck={false}
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
          }}
        />
        <span class="dim" role="status">
          {shown.value.length}
          {shown.value.length === calls.value.length ? ' calls' : ` of ${calls.value.length} calls`}
          {desk.awaitsAnswers.value ? ', answers are awaited …' : ''}
        </span>
        <CopyButton name="(these calls)" words="Copy as CSV" text={() => writeCsv(listColumns(desk.log as RunLog), shown.value)} />
      </search>
      <VirtualRows
        name="Calls"
        count={shown.value.length}
        columns={5}
        current={current}
        move={choose}
        row={(index) => (
          <CallLine
            key={index}
            call={shown.value[index] as ShownCall}
            index={index}
            isCurrent={index === current}
            choose={() => {
              choose(index);
              panes.show('details');
            }}
          />
        )}
      />
      {call === undefined ? null : <RequestCard call={call} />}
      <Command text={`podsim run ${source()} --timeline --kind input --answers`} />
    </div>
  );
};

const listColumns = (log: RunLog): readonly SheetColumn<ShownCall>[] => [
  { name: 'at', unit: 'ms', value: ({ at }) => at },
  { name: 'client', value: ({ client }) => client },
  { name: 'status', value: ({ status }) => status },
  { name: 'call', value: ({ call }) => callWords(call, log.labels) },
  { name: 'rule', value: ({ rule }) => rule },
  { name: 'why', value: ({ refusal }) => refusal?.event.detail },
];

/** The last call that had been made when the log had so many entries. */
const lastUpTo = (calls: readonly ShownCall[], seq: number): number =>
  firstIndex(calls.length, (k) => (calls[k] as ShownCall).after > seq) - 1;

interface CallLineProps {
  readonly call: ShownCall;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly choose: () => void;
}

const CallLine = ({ call, index, isCurrent, choose }: CallLineProps) => {
  const { desk } = useConsole();
  const { log } = desk;
  if (log === undefined) return null;
  const words = callWords(call.call, log.labels);
  return (
    <div
      role="row"
      {...rowAttributes(index, isCurrent)}
      class={`${logCss.line} ${logCss.call}${isCurrent ? ` ${logCss.current}` : ''}${call.after > desk.shown.value ? ` ${logCss.later}` : ''}`}
      onClick={choose}
    >
      <span role="gridcell">
        <Time at={call.at} />
      </span>
      <span role="gridcell" class={`${logCss.who} text`}>
        {plainText(call.client, 32)}
      </span>
      <span role="gridcell">
        <MarkSign mark={answerMark(call)} />
        {call.status ?? '…'}
      </span>
      <span role="gridcell" class="text">
        {plainText(words, 160)}
      </span>
      <span role="gridcell" class={`${logCss.words} text`}>
        {call.rule === undefined ? '' : `${call.rule} ${plainText(log.labels.inText(call.refusal?.event.detail ?? ''), 200)}`}
      </span>
    </div>
  );
};

/** Answered, refused because of the call, or because of the platform. */
const answerMark = ({ status, rule }: ShownCall): Mark => {
  if (status === undefined) return { color: 'off', shape: '·' };
  if (status >= 500) return { color: 'bad', shape: '✕' };
  if (status >= 400 || rule !== undefined) return { color: 'wait', shape: '!' };
  return { color: 'good', shape: '✓' };
};
