import type { Console } from './context.ts';

/** What the keys do that work everywhere; the help lists them. */
export const keyRows: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Space', does: 'play, pause' },
  { keys: '← →', does: 'entry before, entry after' },
  { keys: 'Shift ← →', does: 'instant before, instant after' },
  { keys: 'Home End', does: 'beginning, end' },
  { keys: 'Page ↑ ↓', does: 'a twentieth of the log, on the tape' },
  { keys: '[ ]', does: 'fault or failure before, next one' },
  { keys: 'Ctrl K', does: 'find an entity, a rule, a request, an entry or a view' },
  { keys: '/', does: 'filter the log' },
  { keys: 'Esc', does: 'close what is open; select nothing; leave a field' },
  { keys: '?', does: 'this help' },
];

/** What opens above the page. */
export interface Dialogs {
  readonly help: () => void;
  readonly find: () => void;
}

/** Does what a key asks for; false if it asks for nothing. */
export const pressKey = (event: KeyboardEvent, { desk, player, panes }: Console, { help, find }: Dialogs): boolean => {
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !target?.closest('dialog, [data-code]')) {
    if (desk.log !== undefined) find();
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
  const view = panes.views.find(({ key }) => key === event.key);
  if (view !== undefined) {
    panes.show(view.id);
    return true;
  }
  const page = Math.max(1, Math.round(desk.length.value / 20));
  const isOnTape = target?.id === 'tape';
  switch (event.key) {
    case ' ':
      // A button that has the focus is pressed by it.
      if (target?.closest('button, summary')) return false;
      player.toggle();
      return true;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = event.key === 'ArrowLeft' ? -1 : 1;
      if (event.shiftKey) desk.stepInstant(by);
      else desk.step(by);
      return true;
    }
    case 'Home':
      desk.go(0);
      return true;
    case 'End':
      desk.go(desk.length.value);
      return true;
    case 'PageUp':
    case 'PageDown':
      if (isOnTape) desk.go(desk.seq.value + (event.key === 'PageUp' ? -page : page));
      return isOnTape;
    case '[':
      desk.stepLandmark(-1);
      return true;
    case ']':
      desk.stepLandmark(1);
      return true;
    case '/':
      panes.show('log');
      // The field appears with the view.
      requestAnimationFrame(() => document.getElementById('filter')?.focus());
      return true;
    case 'Escape': {
      const popup = document.querySelector('details.badge[open]');
      if (popup === null) desk.select(undefined);
      else {
        popup.removeAttribute('open');
        // What had the focus in it is gone.
        if (popup.contains(document.activeElement)) popup.querySelector('summary')?.focus();
      }
      return true;
    }
    case '?':
      help();
      return true;
    default:
      return false;
  }
};
