import type { ComponentType, RenderableProps } from 'preact';
import { useConsole, useMoment } from '../context.ts';
import { CallForm } from './callForm.tsx';
import * as css from './change.css';
import { Choices } from './choices.tsx';

/** Changes what happens: by a call or a fault at the moment, or by the text of the scenario, where the page has an editor. */
export const ChangeView = ({ Editor }: RenderableProps<{ readonly Editor?: ComponentType }>) => {
  const { panes, session } = useConsole();
  const moment = useMoment('settled');
  const isText = Editor !== undefined && (panes.change.value === 'scenario' || moment === undefined);
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
