import type { ComponentType, RenderableProps } from 'preact';
import { useRef } from 'preact/hooks';
import { useConsole, useMoment } from '../context.ts';
import { CallForm } from './callForm.tsx';
import * as css from './change.css';
import { Choices } from './choices.tsx';

/** Changes what happens: by a call or a fault at the moment, or by the text of the scenario, where the page has an editor. */
export const ChangeView = ({ Editor }: RenderableProps<{ readonly Editor?: ComponentType }>) => {
  const { desk, panes, session } = useConsole();
  const shown = useMoment('settled');
  // While a branch is played, the form stays as it is.
  const last = useRef(shown);
  if (shown !== undefined) last.current = shown;
  const moment = desk.phase.value === 'failed' ? undefined : last.current;
  const isText = Editor !== undefined && (panes.change.value === 'scenario' || desk.phase.value === 'failed');
  return (
    <div class={css.change}>
      {Editor === undefined ? null : (
        <div class="bar" role="group" aria-label="What is changed">
          {(['call', 'scenario'] as const).map((part) => (
            <button
              key={part}
              type="button"
              class={`key ${css.part}`}
              aria-pressed={isText === (part === 'scenario')}
              onClick={() => {
                panes.change.value = part;
              }}
            >
              {part === 'call' ? 'A call or a fault' : 'The scenario'}
            </button>
          ))}
        </div>
      )}
      {isText ? (
        <Editor />
      ) : moment === undefined ? (
        <p class="empty">There is no run yet.</p>
      ) : session.change.text.value === undefined ? (
        <Choices {...moment} />
      ) : (
        <CallForm {...moment} text={session.change.text.value} />
      )}
    </div>
  );
};
