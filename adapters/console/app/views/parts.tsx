import type { Kind } from '../../../../engine/cloud/index.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { findMark, type Mark } from '../marks.ts';
import { plainLines, plainText } from '../text.ts';
import { useConsole, useWholeCommand } from './context.ts';
import * as css from './parts.css';

/** A text from the log: isolated from what stands around it, on one line, and cut where it is too long. */
export const Text = ({ value, max = 120 }: { readonly value: string; readonly max?: number }) => (
  <bdi class="text" title={value.length > max ? plainText(value, 1_000) : undefined}>
    {plainText(value, max)}
  </bdi>
);

/** A longer text, or JSON, with its lines. */
export const Block = ({ value, max = 20_000 }: { readonly value: string; readonly max?: number }) => (
  <pre class="block" tabIndex={0}>
    {plainLines(value, max)}
  </pre>
);

export const MarkSign = ({ mark: { color, shape } }: { readonly mark: Mark }) => (
  <span class={`mark c-${color}`} aria-hidden="true">
    {shape}
  </span>
);

export const Status = ({ kind, status }: { readonly kind: Kind; readonly status: string }) => (
  <span class={css.status}>
    <MarkSign mark={findMark(kind, status)} />
    {status}
  </span>
);

/** Virtual time, always as wide. */
export const Time = ({ at }: { readonly at: number }) => <span class="time">{formatVirtualTime(at as VirtualTime)}</span>;

interface EntityProps {
  readonly kind: Kind;
  readonly id: string;
  readonly status?: string | undefined;
}

/** An entity by its short name; a click selects it and opens the view that explains it. */
export const EntityButton = ({ kind, id, status }: EntityProps) => {
  const { desk, panes } = useConsole();
  const isSelected = desk.selected.value === id;
  const label = desk.log?.labels.findName(id) ?? id;
  return (
    <button
      type="button"
      class="chip"
      data-entity={id.length < 200 ? id : undefined}
      aria-pressed={isSelected}
      title={[kind, ...(label === id ? [] : [plainText(id, 60)])].join(' ') + (status === undefined ? '' : `, ${status}`)}
      onClick={() => {
        desk.select(id);
        panes.show('details');
      }}
    >
      {status === undefined ? null : <MarkSign mark={findMark(kind, status)} />}
      <Text value={label} max={40} />
      {status === undefined ? null : <span class="sr"> {status}</span>}
    </button>
  );
};

/** An entry by its number; a click moves the moment there. */
export const EntryButton = ({ seq, type }: { readonly seq: number; readonly type?: string }) => {
  const { desk } = useConsole();
  return (
    <button type="button" class="link" onClick={() => desk.show(seq)}>
      <span class="number">#{seq}</span>
      {type === undefined ? null : ` ${type}`}
    </button>
  );
};

/** The command that gives the same in a terminal. A lesson is no run that commands could play. */
export const Command = ({ text, max = 300 }: { readonly text: string; readonly max?: number }) => {
  const whole = useWholeCommand(text);
  return useConsole().course === undefined ? (
    <p class="command">
      <span class="dim">in a terminal: </span>
      <code>{plainText(whole, max)}</code>
    </p>
  ) : null;
};

/** A list that shows its beginning, and says how much it leaves out. */
export const Bounded = <T,>({ items, most, render }: BoundedProps<T>) => (
  <>
    {items.slice(0, most).map(render)}
    {items.length > most ? <span class="dim">and {items.length - most} more</span> : null}
  </>
);

interface BoundedProps<T> {
  readonly items: readonly T[];
  readonly most: number;
  readonly render: (item: T) => preact.ComponentChild;
}
