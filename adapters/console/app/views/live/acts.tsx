import { callFor, httpCallOfAct, type Possible, type State } from '../../../../../engine/index.ts';
import { curlOf, type ServedAt, serverAtMoment } from '../../model/servedAt.ts';
import { useConsole } from '../context.ts';
import { CopyCommand } from '../copy.tsx';

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
    <ul class="acts">
      {actions.map((action) => (
        <li key={action}>
          <b>{action}</b>
          <CopyCommand text={curlOf(httpCallOfAct(callFor(kind, entity, action)), server) ?? ''} name={action} />
        </li>
      ))}
    </ul>
  );
};

/** Where calls at a moment go: at the end of a served world's log to that world; otherwise to one that has to be made first. */
export const useServerAt = (seq: number): ReturnType<typeof serverAtMoment> => {
  const { live, source } = useConsole();
  return live?.isOpen.value === true ? live.serverAt(seq) : serverAtMoment(source(), seq);
};

/** How to get to a server on which these commands work. */
export const ServerCommands = ({ seq }: { readonly seq: number }) => {
  const { commands } = useServerAt(seq);
  return commands.length === 0 ? null : (
    <details class="server-commands">
      <summary>These commands act on a world that is served. To have one as it is at this moment:</summary>
      {commands.map((command, k) => (
        <div key={command}>
          {k === 0 ? null : <p class="dim">and in another terminal</p>}
          <CopyCommand text={command} name={command.includes('/forks') ? 'fork at this moment' : 'serve the scenario'} />
        </div>
      ))}
    </details>
  );
};
