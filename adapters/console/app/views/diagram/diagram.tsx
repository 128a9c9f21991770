import { useSignal } from '@preact/signals';
import { entities } from '../../../../../engine/cloud/index.ts';
import { commands } from '../../model/commands.ts';
import { type LifeAt, lifeAt } from '../../model/diagram.ts';
import { nextAt } from '../../model/due.ts';
import type { RunLog } from '../../model/runLog.ts';
import { Acts, ServerCommand, useServerAt } from '../live/acts.tsx';
import { Command, EntryButton, Status } from '../parts.tsx';
import * as css from './diagram.css';
import { DiagramDrawing } from './diagramDrawing.tsx';
import { ExitList } from './diagramExits.tsx';

/** The lifecycle of an entity: where it is, and what leads on. */
export const LifecyclePart = ({ log, seq, id }: EntityAt) => {
  const life = lifeAt(log, seq, id);
  return life === undefined ? null : <Life key={id} life={life} seq={seq} />;
};

interface EntityAt {
  readonly log: RunLog;
  readonly seq: number;
  readonly id: string;
}

const Life = ({ life, seq }: { readonly life: LifeAt; readonly seq: number }) => {
  // The status that the list is about, where that is not the current one.
  const looked = useSignal<string | undefined>(undefined);
  const { kind, status, last } = life;
  const shown = looked.value ?? status;
  const row = entities[kind].lifecycle.statuses.find((one) => one.status === shown);
  const visits = life.visits.get(shown) ?? [];
  return (
    <div class={css.life}>
      <div class={css.drawing}>
        <DiagramDrawing
          life={life}
          looked={shown}
          look={(one) => {
            looked.value = one === status ? undefined : one;
          }}
        />
      </div>
      <div class={css.words}>
        {last === undefined ? (
          <p class="dim">Nothing has happened to it yet.</p>
        ) : (
          <p>
            <EntryButton seq={last.seq} type={last.event} />{' '}
            <span class="dim">{last.from === last.to ? `it stayed ${last.to}` : `${last.from} → ${last.to}`}</span>
          </p>
        )}
        {shown === status ? null : (
          <h3>
            <Status kind={kind} status={shown} />{' '}
            <button type="button" class="link" onClick={() => (looked.value = undefined)}>
              back to {status}
            </button>
          </h3>
        )}
        <p>
          {row?.description}. <code>{row?.rule}</code>
        </p>
        {visits.length === 0 ? null : (
          <p class="links">
            <span class="dim">it came here {visits.length === 1 ? 'once' : `${visits.length}×`}:</span>
            {visits.slice(-12).map((one) => (
              <EntryButton key={one} seq={one} />
            ))}
          </p>
        )}
        <ExitList life={life} status={shown} seq={seq} />
        <Command text={commands.rule(kind)} />
      </div>
    </div>
  );
};

/** The calls that are possible now, as commands. */
export const ActsNow = ({ log, seq, id }: EntityAt) => {
  const { server, start } = useServerAt(seq);
  const [one] = nextAt(log, seq, id).possible;
  if (one === undefined || one.actions.length === 0) return <p class="dim">No call changes it.</p>;
  return (
    <>
      <p>{one.actions.join(', ')}</p>
      <ServerCommand start={start} />
      <Acts state={log.stateAt(seq)} of={one} server={server} />
    </>
  );
};
