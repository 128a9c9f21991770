import type { State } from '../../../../../engine/cloud/index.ts';
import { sayDuration } from '../../../../../engine/kernel/index.ts';
import type { DueTimer, Possible } from '../../../../../engine/world/index.ts';
import { commands } from '../../model/commands.ts';
import { nextAt } from '../../model/due.ts';
import type { RunLog } from '../../model/runLog.ts';
import type { ServedAt } from '../../model/servedAt.ts';
import { useConsole } from '../context.ts';
import { Acts, ServerCommand, useServerAt } from '../live/acts.tsx';
import { Command, EntityButton, Status, Text, Time } from '../parts.tsx';
import { Sheet } from '../sheet.tsx';
import * as css from './next.css';

/** What will happen by itself, in order, and what callers could do now. */
export const Upcoming = ({ log, seq }: { readonly log: RunLog; readonly seq: number }) => {
  const { source } = useConsole();
  const { server, start } = useServerAt(seq);
  const { pending, timers, live, possible } = nextAt(log, seq, undefined);
  const state = log.stateAt(seq);
  return (
    <div class={css.next}>
      <section aria-labelledby="next-due">
        <h3 id="next-due">Due by itself{pending > timers.length ? `: the next ${timers.length} of ${pending}` : ''}</h3>
        {timers.length === 0 ? (
          <p class="dim">No timer runs: nothing will happen unless a call comes.</p>
        ) : (
          <DueTable timers={timers} log={log} seq={seq} />
        )}
      </section>
      <section aria-labelledby="next-possible">
        <h3 id="next-possible">What callers could do{live > possible.length ? `: ${possible.length} of ${live} entities` : ''}</h3>
        {possible.length === 0 ? <p class="dim">Nothing.</p> : <ServerCommand start={start} />}
        <ul class={css.possible}>
          {possible.map((one) => (
            <Could key={one.id} one={one} log={log} state={state} server={server} />
          ))}
        </ul>
      </section>
      <Command text={commands.next(source(), seq, undefined)} />
    </div>
  );
};

const DueTable = ({ timers, log, seq }: { readonly timers: readonly DueTimer[]; readonly log: RunLog; readonly seq: number }) => {
  const { desk } = useConsole();
  const now = desk.timeAt(seq);
  return (
    <Sheet
      name="Timers"
      class={css.due}
      rows={timers}
      rowClass={({ id }) => (id === desk.selected.value ? css.own : undefined)}
      columns={[
        {
          name: 'at',
          unit: 'ms',
          value: ({ at }) => at,
          show: ({ at }) =>
            at > log.end ? (
              <Time at={at} />
            ) : (
              <button type="button" class="link" title="Move there" onClick={() => desk.goToTime(at)}>
                <Time at={at} />
              </button>
            ),
        },
        {
          name: 'in',
          unit: 'ms',
          class: 'number',
          value: ({ at }) => Math.max(0, at - now),
          show: ({ at }) => sayDuration(Math.max(0, at - now)),
        },
        { name: 'of', value: ({ id }) => log.labels.findName(id), show: ({ kind, id }) => <EntityButton kind={kind} id={id} /> },
        {
          name: 'what',
          value: ({ timer, then }) => `${timer}: ${then}`,
          show: ({ timer, then }) => (
            <>
              <span class="dim">{timer}:</span> {then}
            </>
          ),
        },
      ]}
    />
  );
};

interface CouldProps {
  readonly one: Possible;
  readonly log: RunLog;
  readonly state: State;
  readonly server: ServedAt;
}

const Could = ({ one, log, state, server }: CouldProps) => (
  <li>
    <div class="chips">
      <EntityButton kind={one.kind} id={one.id} /> <Status kind={one.kind} status={one.status} />
    </div>
    {one.waitsFor.slice(0, 1).map((words) => (
      <p key={words} class="dim">
        waits: <Text value={log.labels.inText(words)} max={300} />
        {one.waitsFor.length > 1 ? ' …' : ''}
      </p>
    ))}
    {one.actions.length === 0 ? (
      <p class="dim">no call changes it</p>
    ) : (
      <details>
        <summary>{one.actions.join(', ')}</summary>
        <Acts state={state} of={one} server={server} />
      </details>
    )}
  </li>
);
