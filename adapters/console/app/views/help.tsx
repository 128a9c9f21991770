import { useLayoutEffect, useRef } from 'preact/hooks';
import { toneMarks } from '../marks.ts';
import { useConsole } from './context.ts';
import * as css from './help.css';
import { keyActions } from './keys.ts';
import { MarkSign } from './parts.tsx';

/** All keys, and what the signs mean. */
export const Help = ({ close }: { readonly close: () => void }) => {
  const { panes } = useConsole();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => ref.current?.showModal(), []);
  const rows = [
    ...keyActions.map(({ key, shown = key, does }) => ({ keys: shown, does })),
    ...panes.views.map(({ key, title }) => ({ keys: key, does: `show ${title}` })),
  ];
  return (
    <dialog ref={ref} class={css.help} aria-label="Keys and signs" onClose={close}>
      <h2>Keys</h2>
      <table>
        <tbody>
          {rows.map(({ keys, does }) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>What events mean</h2>
      <ul class={css.signs}>
        {Object.entries(toneMarks).map(([tone, mark]) => (
          <li key={tone}>
            <MarkSign mark={mark} /> {tone}
          </li>
        ))}
      </ul>
      <p class="dim">
        Drag on the tape to move through the run; the wheel zooms. A drag on a track chooses the range, and so does Shift and a drag on the
        tape.
      </p>
      <form method="dialog">
        <button type="submit" class="key">
          Close
        </button>
      </form>
    </dialog>
  );
};
