import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';

interface FoldProps {
  readonly title: string;
  readonly class?: string;
  readonly content: () => VNode;
}

/** What few readers need at once: it is made when it is opened. */
export const Fold = ({ title, content, ...rest }: FoldProps) => {
  const isOpen = useSignal(false);
  return (
    <details
      class={rest.class}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{title}</summary>
      {isOpen.value ? content() : null}
    </details>
  );
};
