import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sayDuration } from '../../../../../engine/kernel/index.ts';
import { describeWork } from '../../model/calls/sentence.ts';
import { findEnding, gainText, type Otherwise, otherwises, type WorkEnding } from '../../model/calls/shorter.ts';
import { type TimePart, traceWaterfall, type Waterfall } from '../../model/calls/waterfall.ts';
import { commands } from '../../model/commands.ts';
import type { RunLog } from '../../model/runLog.ts';
import { useConsole } from '../context.ts';
import { Bounded, Command, EntityButton, EntryButton, MarkSign, Text, Time } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';
import * as css from './waterfall.css';

/** Where the time of one job or request went, and what would have shortened it; nothing of other things. */
export const WorkTime = ({ log, id }: { readonly log: RunLog; readonly id: string }) => {
  const { desk, source } = useConsole();
  const found = traceWaterfall(log, id, desk.wholeRange.value.to);
  if (found === undefined) return null;
  return (
    <section class={css.waterfall} aria-label="Where its time went">
      <p class={css.sentence}>{describeWork(found, (one) => log.labels.findName(one))}</p>
      <Phases found={found} />
      <Otherwises key={id} log={log} id={id} found={found} />
      <Command text={commands.part(source(), log.names.findName(id))} />
    </section>
  );
};

/** Of the work that was before it on its worker, so much is named. */
const behindMax = 6;

const Phases = ({ found: { phases, longest, from } }: { readonly found: Waterfall }) => {
  const { desk } = useConsole();
  const findName = (id: string): string => desk.log?.labels.findName(id) ?? id;
  const whole = Math.max(1, (phases.at(-1)?.to ?? from) - from);
  return (
    <Sheet
      name="Waterfall"
      class={css.phases}
      caption="Faint: after its end"
      rows={phases}
      rowClass={(part) => (part === longest ? css.longest : undefined)}
      columns={[
        {
          name: 'part',
          value: ({ what, worker, behind }) => [what, ...(worker === undefined ? [] : [worker]), ...behind].map(findName).join(' '),
          show: ({ mark, what, isOnPath, worker, behind }) => (
            <>
              <MarkSign mark={mark} /> {what}
              <span class="sr">{isOnPath ? '' : ' (after its end)'}</span>
              <span class="links">
                {worker === undefined ? null : <EntityButton kind="worker" id={worker} />}
                <Bounded items={behind} most={behindMax} render={(one) => <EntityButton key={one} kind="job" id={one} />} />
              </span>
            </>
          ),
        },
        { name: 'took', unit: 'ms', class: 'number', value: measurePart, show: (part) => sayDuration(measurePart(part)) },
        {
          name: 'when',
          unit: 'ms',
          class: css.room,
          value: ({ from: begin }) => begin,
          show: (part) => <Bar phase={part} from={from} whole={whole} />,
        },
        { name: 'entry', value: ({ seq }) => seq, show: ({ seq }) => <EntryButton seq={seq} /> },
      ]}
    />
  );
};

const measurePart = ({ from, to }: TimePart): number => to - from;

interface PhaseBarProps {
  readonly phase: TimePart;
  readonly from: number;
  readonly whole: number;
}

const Bar = ({ phase: { from: begin, to, mark, isOnPath }, from, whole }: PhaseBarProps) => (
  <>
    <span class="sr">
      <Time at={begin} /> to <Time at={to} />
    </span>
    <span
      aria-hidden="true"
      class={`${css.bar} c-${mark.color}${isOnPath ? '' : ` ${css.offPath}`}`}
      style={{ marginLeft: `${((begin - from) / whole) * 100}%`, width: `${((to - begin) / whole) * 100}%` }}
    />
  </>
);

type Endings = readonly (WorkEnding | undefined)[];

/** Each is a run of its own, with the same draws: what is different is because of the change. */
const Otherwises = ({ log, id, found }: { readonly log: RunLog; readonly id: string; readonly found: Waterfall }) => {
  const { session, course } = useConsole();
  const asked = useSignal<readonly Otherwise[] | undefined>(undefined);
  const endings = useSignal<Endings | string | undefined>(undefined);
  useEffect(() => () => (asked.value = undefined), [asked]);
  // A lesson is no run that could be played with a change.
  if (course !== undefined) return null;
  const ask = async (): Promise<void> => {
    const made = otherwises(log, found);
    asked.value = made;
    endings.value = undefined;
    // Of a live world, what it has recorded is played.
    const recorded = await session.live?.fetchRecording();
    const run = recorded === undefined ? session.run?.request : { scenario: recorded, index: 0 };
    const changes = made.map(({ change }) => change);
    if (run !== undefined)
      session.ask({ type: 'otherwise', run, id, changes }, (message) => {
        if (message.type === 'ended otherwise') endings.value = message.endings;
        if (message.type === 'failed') endings.value = message.problems[0] ?? '';
      });
  };
  const was = findEnding(log.entries(), id);
  const [rows, ends] = [asked.value, endings.value];
  return (
    <>
      <h3>What would have shortened it</h3>
      {rows === undefined ? (
        <div>
          <button type="button" class="key" onClick={() => void ask()}>
            Play the run with more or readier workers
          </button>
        </div>
      ) : typeof ends === 'string' ? (
        <p role="status">
          It cannot be played: <Text value={ends} max={400} />
        </p>
      ) : (
        <table class={css.gains}>
          <tbody>
            {rows.map(({ words, change }, k) => (
              <tr key={words}>
                <th scope="row">{words}</th>
                <td role="status">{ends === undefined ? 'is being played …' : gainText(was, ends[k])}</td>
                <td>
                  {session.live === undefined ? (
                    <button type="button" class="key" onClick={() => session.branch(change)} title="Play this run, and show it">
                      Branch
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
