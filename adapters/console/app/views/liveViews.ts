import type { ConsoleView } from '../model/panes.ts';
import { ChangeView } from './change/change.tsx';
import { WorldsView } from './compare/worldsView.tsx';

/** Views that only a served world has. */
export const liveViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', pane: 'main', Component: WorldsView },
  { id: 'change', title: 'Change', pane: 'main', Component: ChangeView },
];
