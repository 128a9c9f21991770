import { useSignal, useSignalEffect } from '@preact/signals';
import { formatDuration } from '../../../../engine/index.ts';
import { useConsole } from './context.ts';

/** What a reader sees first, and where to begin; gone with the first step. Of a run that fails, the failure stands in its place. */
export const OpeningLine = () => {
  const { desk, panes } = useConsole();
  const isOver = useSignal(false);
  useSignalEffect(() => {
    if (desk.phase.value === 'ended' && (desk.seq.value < desk.length.value || desk.selected.value !== undefined)) isOver.value = true;
  });
  const { log } = desk;
  if (isOver.value || log === undefined || desk.outcome.value?.verdict !== 'pass') return null;
  const first = log.landmarks.step(0, 1);
  return (
    <p class="opening-line">
      A run of {formatDuration(log.end)}, shown at its end; its log has {log.length.toLocaleString('en')} entries. Drag the tape to move
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
      <button type="button" class="link" onClick={() => panes.show('why')}>
        why
      </button>{' '}
      it is as it is.
    </p>
  );
};
