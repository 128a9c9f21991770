import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import * as css from './twin.css';

/** What a drawing shows, as a table for those who do not see it. It is made when it is opened. */
export const Twin = ({ table }: { readonly table: () => VNode }) => {
  const isOpen = useSignal(false);
  return (
    <details
      class={css.twin}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>As a table</summary>
      {isOpen.value ? table() : null}
    </details>
  );
};
