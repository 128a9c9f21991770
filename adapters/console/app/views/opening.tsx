import { useSignal, useSignalEffect } from '@preact/signals';
import { sayDuration } from '../../../../engine/kernel/index.ts';
import type { Desk } from '../model/desk.ts';
import { plainText } from '../text.ts';
import { useConsole } from './context.ts';
import * as css from './opening.css';

/** What a reader sees first, and where to begin; gone with the first step. Of a run that fails, the failure stands in its place. */
export const OpeningLine = () => {
  const { desk, panes } = useConsole();
  const isOver = useSignal(false);
  useSignalEffect(() => {
    const { seq, id } = desk.opening.value ?? { seq: desk.length.value, id: undefined };
    if (desk.phase.value === 'ended' && (desk.seq.value !== seq || desk.selected.value !== id)) isOver.value = true;
  });
  const { log } = desk;
  if (isOver.value || log === undefined || desk.outcome.value?.verdict !== 'pass') return null;
  const first = log.landmarks.step(0, 1);
  return (
    <p class={css.line}>
      A run of {sayDuration(log.end)}, {describePlace(desk)}; its log has {log.length.toLocaleString('en')} entries. Drag the tape to move
      through it, or begin at{' '}
      <button type="button" class="link" onClick={() => desk.go(0)}>
        the beginning
      </button>
      {first === undefined ? null : (
        <>
          {' or at '}
          <button type="button" class="link" onClick={() => desk.show(first)}>
            the first fault or failure
          </button>
        </>
      )}
      . A click on anything says{' '}
      <button type="button" class="link" onClick={() => panes.show('details')}>
        why
      </button>{' '}
      it is as it is.
    </p>
  );
};

const describePlace = ({ opening, log }: Desk): string => {
  const { id, waitedMs, refused } = opening.value ?? {};
  if (log === undefined) return 'shown at its end';
  const name = id === undefined ? '' : plainText(log.labels.findName(id), 40);
  if (refused?.refusal !== undefined) {
    const { status, rule } = refused.refusal.event;
    return `shown where the first call is refused that no step expects: ${refused.call.operation}${name === '' ? '' : ` of ${name}`}, ${status} ${rule}`;
  }
  if (id === undefined || waitedMs === undefined) return 'shown at its end';
  return `shown where the longest wait ends, ${sayDuration(waitedMs)} of ${name}`;
};
