import type { ComponentChildren } from 'preact';
import { useConsole } from '../context.ts';
import * as css from './track.css';

interface TrackKeysProps {
  readonly id: string;
  readonly title: string;
  /** What it is called, where its title is a value. */
  readonly name?: string;
}

/** What folds a track to its values, and what pins it above the others. */
export const TrackKeys = ({ id, title, name = title }: TrackKeysProps) => {
  const { panes } = useConsole();
  const [isFolded, isPinned] = [panes.folded.value.has(id), panes.pinned.value.has(id)];
  return (
    <>
      <button type="button" class={css.trackKey} aria-expanded={!isFolded} onClick={() => panes.toggle('folded', id)}>
        <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span> <span class="sr">Show</span> {title}
      </button>
      <button
        type="button"
        class={css.pinKey}
        title={isPinned ? 'Show it in its place' : 'Keep it above the others'}
        aria-label={`${isPinned ? 'unpin' : 'pin'} ${name}`}
        onClick={() => panes.toggle('pinned', id)}
      >
        {isPinned ? 'unpin' : 'pin'}
      </button>
    </>
  );
};

interface TrackProps {
  readonly id: string;
  readonly title: string;
  /** What stands for its keys, such as on paper. */
  readonly head?: ComponentChildren;
  /** What it says in words, folded or not. */
  readonly values?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A track of the timeline. A click gives it the focus, so that keys know it. */
export const Track = ({ id, title, head, values, children }: TrackProps) => {
  const isFolded = useConsole().panes.folded.value.has(id) && head === undefined;
  return (
    <figure class={css.track} data-track={id} aria-label={title} tabIndex={-1}>
      <figcaption>
        {head ?? <TrackKeys id={id} title={title} />}
        <span class={css.values}>{values}</span>
      </figcaption>
      {isFolded ? null : children}
    </figure>
  );
};
