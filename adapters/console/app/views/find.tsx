import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { findMoment, findSubject } from '../model/calls/requests.ts';
import { FindIndex, type FoundThing } from '../model/find/find.ts';
import { type Console, useConsole } from './context.ts';
import * as css from './find.css';
import { Text } from './parts.tsx';

/** Finds an entity, a rule, a request or an entry, and goes there; a view, too. */
export const Find = ({ close }: { readonly close: () => void }) => {
  const tools = useConsole();
  const { desk, panes } = tools;
  const ref = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const place = useSignal(0);
  useLayoutEffect(() => ref.current?.showModal(), []);
  // What comes while it is open is found when it is opened again.
  const index = useMemo(() => (desk.log === undefined ? undefined : new FindIndex(desk.log)), [desk.log]);
  const rows = useComputed((): readonly FindRow[] => {
    const words = text.value.trim().toLowerCase();
    const views = panes.views.filter(({ title }) => words !== '' && title.toLowerCase().startsWith(words));
    return [
      ...views.map(({ id, title, key }) => ({ what: 'view', name: title, detail: `key ${key}`, open: () => panes.show(id) })),
      ...(index?.find(text.value) ?? []).map((found) => ({ ...found, open: () => openFound(tools, found) })),
    ];
  }).value;
  const current = Math.min(place.value, rows.length - 1);
  const choose = (row: FindRow | undefined): void => {
    if (row === undefined) return;
    ref.current?.close();
    row.open();
  };
  return (
    <dialog ref={ref} class={css.find} aria-label="Find anything" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Find an entity, a rule, a request or an entry"
        aria-expanded={rows.length > 0}
        aria-controls="found"
        aria-activedescendant={current < 0 ? undefined : `found-${current}`}
        placeholder="a name, an id, a rule, a request, #123"
        spellcheck={false}
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          place.value = 0;
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (by !== undefined && rows.length > 0) place.value = (current + by + rows.length) % rows.length;
          else if (event.key === 'Enter') choose(rows[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="found" class={css.found} role="listbox" aria-label="What was found">
        {rows.map((row, k) => (
          <div
            key={`${row.what} ${row.name}`}
            id={`found-${k}`}
            role="option"
            aria-selected={k === current}
            class={k === current ? `${css.foundRow} ${css.current}` : css.foundRow}
            ref={(element) => {
              if (k === current) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => choose(row)}
          >
            <span class="dim">{row.what}</span>
            <b>
              <Text value={row.name} max={60} />
            </b>
            <span class="dim">
              <Text value={row.detail} max={160} />
            </span>
          </div>
        ))}
      </div>
      <p class="dim small" role="status">
        {text.value === '' ? '' : `${rows.length === 0 ? 'Nothing' : rows.length} found. `}
        <kbd>↑ ↓</kbd> choose, <kbd>Enter</kbd> goes there, <kbd>Esc</kbd> closes
      </p>
    </dialog>
  );
};

interface FindRow {
  readonly what: string;
  readonly name: string;
  readonly detail: string;
  readonly open: () => void;
}

const openFound = ({ desk, panes }: Console, found: FoundThing): void => {
  const { log } = desk;
  if (log === undefined) return;
  switch (found.what) {
    case 'entity':
      // Before it was made there is nothing to see of it.
      if (desk.seq.value < log.lives.begin(found.id)) desk.go(log.lives.begin(found.id));
      desk.select(found.id);
      return panes.show('details');
    case 'rule':
      desk.filter.value = `rule:${found.name}`;
      return panes.show('log');
    case 'request': {
      const call = { ...found.call, status: found.call.refusal?.event.status, rule: found.call.refusal?.event.rule };
      desk.go(findMoment(log, call));
      desk.select(findSubject(log, call));
      return panes.show('requests');
    }
    case 'entry':
      desk.show(found.seq);
      return panes.show('details');
  }
};
