import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { CallRow } from '../model/calls/callRows.ts';
import { findMoment, findSubject } from '../model/calls/requests.ts';
import type { Desk } from '../model/desk.ts';
import { FindIndex } from '../model/find/find.ts';
import type { FoundThing } from '../model/find/found.ts';
import type { RunLog } from '../model/runLog.ts';
import { type Console, useConsole } from './context.ts';
import * as css from './find.css';
import { type Dialogs, findKey, keyActions } from './keys.ts';
import { Text } from './parts.tsx';

/** Finds what people may mean, and goes there; views and what keys do, too. */
export const Find = ({ close, dialogs }: { readonly close: () => void; readonly dialogs: Dialogs }) => {
  const tools = useConsole();
  const { desk } = tools;
  const ref = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const place = useSignal(0);
  useLayoutEffect(() => ref.current?.showModal(), []);
  // What comes while it is open is found when it is opened again.
  const index = useMemo(
    () => (desk.log === undefined ? undefined : new FindIndex(desk.log, desk.outcome.peek())),
    [desk.log, desk.outcome],
  );
  const rows = useComputed(() => listRows(tools, dialogs, index, text.value)).value;
  const current = Math.min(place.value, rows.length - 1);
  const chosen = useRef<FindRow | undefined>(undefined);
  const choose = (row: FindRow | undefined): void => {
    if (row === undefined) return;
    chosen.current = row;
    ref.current?.close();
  };
  // It may open another dialog, which must not be closed with this one.
  const leave = (): void => {
    close();
    chosen.current?.open();
  };
  return (
    <dialog ref={ref} class={css.find} aria-label="Find anything" onClose={leave}>
      <input
        type="text"
        role="combobox"
        aria-label="Find a name, a time, a status, what happened, or an action"
        aria-expanded={rows.length > 0}
        aria-controls="found"
        aria-activedescendant={current < 0 ? undefined : `found-${current}`}
        placeholder="job 37 · 00:30:00 · throttled · crash · 429s · slowest jobs · what failed"
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

/** First views by their names, then what is likely meant, then what keys do, then all that has the words in it. */
const listRows = (tools: Console, dialogs: Dialogs, index: FindIndex | undefined, text: string): readonly FindRow[] => {
  const { panes, desk } = tools;
  const typed = text.trim().toLowerCase();
  if (typed === '') return [];
  const views = panes.views.flatMap(({ id, title, key }): readonly FindRow[] =>
    title.toLowerCase().startsWith(typed) ? [{ what: 'view', name: title, detail: `key ${key}`, open: () => panes.show(id) }] : [],
  );
  const words = typed.split(/\s+/);
  const actions = keyActions.flatMap(({ key, shown = key, does, act }): readonly FindRow[] =>
    key !== findKey && words.every((word) => does.includes(word))
      ? [{ what: 'action', name: does, detail: `key ${shown}`, open: () => act(tools, dialogs) }]
      : [],
  );
  const { likely, others } = index?.find(text, desk.seq.value) ?? { likely: [], others: [] };
  const toRow = (found: FoundThing): FindRow => ({ ...found, open: () => openFound(tools, found) });
  return [...views, ...likely.map(toRow), ...actions, ...others.map(toRow)];
};

const openFound = ({ desk, panes }: Console, found: FoundThing): void => {
  const { log } = desk;
  if (log === undefined) return;
  switch (found.what) {
    case 'entity': {
      // Before it was made there is nothing to see of it.
      const begin = log.lives.begin(found.id);
      if (found.seq !== undefined || desk.seq.value < begin) desk.go(found.seq ?? begin);
      desk.select(found.id);
      return panes.show('details');
    }
    case 'time':
      return desk.goToTime(found.at);
    case 'entries':
      desk.filter.value = found.filter;
      desk.show(found.seq);
      panes.open.side.value = 'details';
      return panes.show('log');
    case 'rule':
      desk.filter.value = `rule:${found.name}`;
      return panes.show('log');
    case 'calls':
      desk.callFilter.value = found.filter;
      if (found.call !== undefined) showCall(desk, log, found.call);
      return panes.show('requests');
    case 'request':
      showCall(desk, log, found.call);
      return panes.show('requests');
    case 'entry':
      desk.show(found.seq);
      return panes.show('details');
  }
};

const showCall = (desk: Desk, log: RunLog, row: CallRow): void => {
  const call = { ...row, status: row.refusal?.event.status, rule: row.refusal?.event.rule };
  desk.go(findMoment(log, call));
  desk.select(findSubject(log, call));
};
