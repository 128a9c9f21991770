import { centerSelection, moveByShare, stepInTrack, zoomAboutMoment } from '../model/charts/steering.ts';
import type { Console } from './context.ts';

/** What opens above the page. */
export interface Dialogs {
  readonly help: () => void;
  readonly find: () => void;
}

/** What a key does that works everywhere. The help lists all of them, and so does the palette. */
export interface KeyAction {
  /** As the browser calls it, with `Shift ` or `Ctrl ` before it. */
  readonly key: string;
  /** As people read it, where that differs. */
  readonly shown?: string;
  readonly does: string;
  readonly act: (tools: Console, dialogs: Dialogs) => void;
  /** Where the key is pressed it may have another meaning. */
  readonly isMeant?: (target: Element | undefined) => boolean;
}

/** Opens the palette, which therefore does not list it. */
export const findKey = 'Ctrl k';

const isOnTape = (target: Element | undefined): boolean => target?.id === 'tape';

// biome-ignore format: a table
export const keyActions: readonly KeyAction[] = [
  { key: ' ',                shown: 'Space',   does: 'play, pause', act: ({ player }) => player.toggle(),
    // A button that has the focus is pressed by it.
    isMeant: (target) => !target?.closest('button, summary') },
  { key: 'ArrowLeft',        shown: '←',       does: 'entry before',            act: ({ desk }) => desk.step(-1) },
  { key: 'ArrowRight',       shown: '→',       does: 'entry after',             act: ({ desk }) => desk.step(1) },
  { key: 'Shift ArrowLeft',  shown: 'Shift ←', does: 'instant before',          act: ({ desk }) => desk.stepInstant(-1) },
  { key: 'Shift ArrowRight', shown: 'Shift →', does: 'instant after',           act: ({ desk }) => desk.stepInstant(1) },
  { key: 'Home',                               does: 'beginning of the run',    act: ({ desk }) => desk.go(0) },
  { key: 'End',                                does: 'end of the run',          act: ({ desk }) => desk.go(desk.length.value) },
  { key: 'PageUp',           shown: 'Page ↑',  does: 'a twentieth of the log back, on the tape',  act: (tools) => turnPage(tools, -1), isMeant: isOnTape },
  { key: 'PageDown',         shown: 'Page ↓',  does: 'a twentieth of the log ahead, on the tape', act: (tools) => turnPage(tools, 1),  isMeant: isOnTape },
  { key: '[',                                  does: 'fault or failure before', act: ({ desk }) => desk.stepLandmark(-1) },
  { key: ']',                                  does: 'next fault or failure',   act: ({ desk }) => desk.stepLandmark(1) },
  { key: 'w',                shown: 'W',       does: 'zoom in about the moment',  act: ({ desk }) => zoomAboutMoment(desk, 0.5) },
  { key: 's',                shown: 'S',       does: 'zoom out about the moment', act: ({ desk }) => zoomAboutMoment(desk, 2) },
  { key: 'a',                shown: 'A',       does: 'show what comes before',    act: ({ desk }) => moveByShare(desk, -0.25) },
  { key: 'd',                shown: 'D',       does: 'show what comes after',     act: ({ desk }) => moveByShare(desk, 0.25) },
  { key: 'f',                shown: 'F',       does: 'center and fit what is selected, or the moment', act: ({ desk }) => centerSelection(desk) },
  { key: ',',                                  does: 'thing before in the track that has the focus: a job, a change, a mark; or event before of what is selected', act: (tools) => stepFocused(tools, -1) },
  { key: '.',                                  does: 'next thing in the track that has the focus, or next event of what is selected', act: (tools) => stepFocused(tools, 1) },
  { key: findKey,           shown: 'Ctrl K',  does: 'find anything: a name, a time, a status, what happened, an action', act: (_, { find }) => find() },
  { key: '/',                                  does: 'filter the log',          act: (tools) => filterLog(tools) },
  { key: 'Escape',           shown: 'Esc',     does: 'close what is open; select nothing; leave a field', act: (tools) => leave(tools) },
  { key: '?',                                  does: 'this help: keys and signs', act: (_, { help }) => help() },
];

/** Does what a key asks for; false if it asks for nothing. */
export const pressKey = (event: KeyboardEvent, tools: Console, dialogs: Dialogs): boolean => {
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !target?.closest('dialog, [data-code]')) {
    if (tools.desk.log !== undefined) dialogs.find();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('dialog')) return false;
  // The editor has its own keys; its parts are hidden from the page.
  if (target?.matches('[data-code]')) return false;
  if (target?.matches('input, select, textarea')) {
    if (event.key !== 'Escape') return false;
    target.blur();
    return true;
  }
  // With caps lock a letter is the same key.
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const view = tools.panes.views.find(({ key }) => key === pressed);
  if (view !== undefined) {
    tools.panes.show(view.id);
    return true;
  }
  const action =
    keyActions.find(({ key }) => event.shiftKey && key === `Shift ${pressed}`) ?? keyActions.find(({ key }) => key === pressed);
  if (action?.isMeant?.(target) === false || action === undefined) return false;
  action.act(tools, dialogs);
  return true;
};

const turnPage = ({ desk }: Console, by: 1 | -1): void => desk.go(desk.seq.value + by * Math.max(1, Math.round(desk.length.value / 20)));

/** A click on a track, or on its name, gives it the focus. */
const stepFocused = ({ desk }: Console, by: 1 | -1): void =>
  stepInTrack(desk, document.activeElement?.closest<HTMLElement>('[data-track]')?.dataset['track'], by);

const filterLog = ({ panes }: Console): void => {
  panes.show('log');
  // The field appears with the view.
  requestAnimationFrame(() => document.getElementById('filter')?.focus());
};

const leave = ({ desk }: Console): void => {
  const popup = document.querySelector('details.badge[open]');
  if (popup === null) return desk.select(undefined);
  popup.removeAttribute('open');
  // What had the focus in it is gone.
  if (popup.contains(document.activeElement)) popup.querySelector('summary')?.focus();
};
