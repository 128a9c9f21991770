import type { ConsoleView } from '../model/panes.ts';
import { RunChangeView } from './change/runChange.tsx';
import { CompareView } from './compare/compare.tsx';

/** Views that only a page has that plays its runs itself. */
export const replayViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', pane: 'main', needsNoLog: true, Component: CompareView },
  { id: 'change', title: 'Change', pane: 'main', needsNoLog: true, Component: RunChangeView },
];
