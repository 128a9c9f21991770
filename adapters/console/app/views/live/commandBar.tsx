import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CopyCommand } from '../copy.tsx';
import * as css from './commandBar.css';

/** The command that does the same as what the pointer is over, or what has the focus: any element may name one in `data-command`. */
export const CommandBar = () => {
  const text = useSignal('');
  useEffect(() => {
    const look = ({ target }: Event): void => {
      const command = target instanceof Element ? target.closest<HTMLElement>('[data-command]')?.dataset['command'] : undefined;
      if (command !== undefined && command !== '') text.value = command;
    };
    addEventListener('pointerover', look);
    addEventListener('focusin', look);
    return () => {
      removeEventListener('pointerover', look);
      removeEventListener('focusin', look);
    };
  }, [text]);
  return (
    <footer class={css.commandBar}>
      {text.value === '' ? (
        <span class="dim">Point at a control, or focus it: here stands the command that does the same.</span>
      ) : (
        <CopyCommand text={text.value} name="the control that was pointed at" />
      )}
    </footer>
  );
};
