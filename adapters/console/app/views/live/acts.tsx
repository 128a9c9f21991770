import type { State } from '../../../../../engine/cloud/index.ts';
import { callFor, httpCallOfAct } from '../../../../../engine/compare/index.ts';
import type { Possible } from '../../../../../engine/world/index.ts';
import { type ServedAt, serverAtMoment, writeCurl } from '../../model/servedAt.ts';
import { useConsole } from '../context.ts';
import { CopyCommand } from '../copy.tsx';
import * as css from './acts.css';

interface ActsProps {
  readonly state: State;
  readonly of: Pick<Possible, 'kind' | 'id' | 'actions'>;
  readonly server: ServedAt;
}

/** What callers could do to an entity, each with the command that does it. */
export const Acts = ({ state, of: { kind, id, actions }, server }: ActsProps) => {
  const entity = state.find(kind, id);
  if (entity === undefined) return null;
  return (
    <ul class={css.acts}>
      {actions.map((action) => (
        <li key={action}>
          <b>{action}</b>
          <CopyCommand text={writeCurl(httpCallOfAct(callFor(kind, entity, action)), server) ?? ''} name={action} />
        </li>
      ))}
    </ul>
  );
};

/** Where calls at a moment go: at the end of a served world's log to that world; otherwise to a fork of it. */
export const useServerAt = (seq: number): ReturnType<typeof serverAtMoment> => {
  const { live, source } = useConsole();
  return live?.isOpen.value === true ? live.serverAt(seq) : serverAtMoment(source(), seq);
};

/** How to get to a server on which these commands work, if the page is not of one. */
export const ServerCommand = ({ start }: { readonly start: string | undefined }) =>
  start === undefined ? null : (
    <details class={css.serverCommand}>
      <summary>These commands act on a server that plays this scenario, in a world forked at the moment. To start the server:</summary>
      <CopyCommand text={start} name="serve the scenario" />
    </details>
  );
