import type { Kind, Possible, State } from '../../../../engine/index.ts';
import { actOf, curlOf, type ServedAt, serverAtMoment } from '../model/acts.ts';
import { CopyCommand } from './copy.tsx';

interface ActsProps {
  readonly state: State;
  readonly of: Pick<Possible, 'kind' | 'id' | 'actions'>;
  readonly server: ServedAt;
}

/** What callers could do to an entity, each with the command that does it. */
export const Acts = ({ state, of: { kind, id, actions }, server }: ActsProps) => (
  <ul class="acts">
    {actions.map((action) => (
      <li key={action}>
        <b>{action}</b>
        <CopyCommand text={curlOf(actOf(state, kind as Kind, id, action), server)} name={action} />
      </li>
    ))}
  </ul>
);

/** How to get to a server on which these commands work. */
export const ServerCommands = ({ file, seq }: { readonly file: string; readonly seq: number }) => {
  const [serve, fork] = serverAtMoment(file, seq).commands;
  return (
    <details class="server-commands">
      <summary>These commands act on a world that is served. To have one as it is at this moment:</summary>
      <CopyCommand text={serve} name="serve the scenario" />
      <p class="dim">and in another terminal</p>
      <CopyCommand text={fork} name="fork at this moment" />
    </details>
  );
};
