import { entities } from '../../../../../engine/cloud/index.ts';
import { sayDuration } from '../../../../../engine/kernel/index.ts';
import type { LifeAt, NumberedExit } from '../../model/diagram.ts';
import { useConsole } from '../context.ts';
import { Status, Time } from '../parts.tsx';
import * as css from './diagramExits.css';

interface ExitListProps {
  readonly life: LifeAt;
  readonly status: string;
  readonly seq: number;
}

/** What can come next, and what would bring it about. Of another status than the current one: what its lifecycle allows. */
export const ExitList = ({ life, status, seq }: ExitListProps) => {
  const { desk } = useConsole();
  if (status !== life.status) return <Rows life={life} status={status} />;
  if (life.exits.length === 0)
    return <p class="dim">{life.last === undefined ? 'It does not exist yet.' : 'Nothing can happen to it any more.'}</p>;
  return (
    <>
      <h3>What can come next</h3>
      <ol class={css.exits}>
        {life.exits.map((exit) => (
          <li key={`${exit.event} ${exit.trigger.by}`}>
            <ExitNumber number={exit.number} />
            <div>
              <b>{exit.event}</b>{' '}
              {exit.number === undefined ? <span class="dim">stays {exit.to}</span> : <Status kind={life.kind} status={exit.to} />}
              <p>
                <TriggerWords exit={exit} now={desk.timeAt(seq)} />
              </p>
              <p class="dim">
                {exit.description} <code>{exit.rule}</code>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
};

const ExitNumber = ({ number }: { readonly number: number | undefined }) => <span class={css.exitNumber}>{number ?? '↻'}</span>;

const TriggerWords = ({ exit: { trigger }, now }: { readonly exit: NumberedExit; readonly now: number }) => {
  if (trigger.by === 'caller') return <span class={`${css.trigger} ${css.byCaller}`}>by a call</span>;
  if (trigger.by === 'others') return <span class={css.trigger}>by another: an entity, a host, a fault</span>;
  return (
    <span class={`${css.trigger} ${css.byTimer}`}>
      by itself at <Time at={trigger.at} />, in {sayDuration(Math.max(0, trigger.at - now))}: timer {trigger.timer}
    </span>
  );
};

const Rows = ({ life: { kind }, status }: Pick<ExitListProps, 'life' | 'status'>) => {
  const rows = entities[kind].lifecycle.rows.filter(({ from }) => from === status);
  if (rows.length === 0) return <p class="dim">From here it goes nowhere.</p>;
  return (
    <>
      <h3>What its lifecycle allows from there</h3>
      <ol class={css.exits}>
        {rows.map(({ event, to, description, rule, byCaller }) => (
          <li key={event}>
            <span class={css.exitNumber} aria-hidden="true">
              ·
            </span>
            <div>
              <b>{event}</b> {to === status ? <span class="dim">stays {to}</span> : <Status kind={kind} status={to} />}
              <p class="dim">
                {byCaller ? 'by a call: ' : ''}
                {description} <code>{rule}</code>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
};
