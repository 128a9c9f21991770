import type { ConsoleView } from '../model/panes.ts';
import { ChangeView } from './change/change.tsx';
import { WorldsView } from './compare/worldsView.tsx';

/** Views that only a served world has. */
export const liveViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', key: '5', pane: 'main', Component: WorldsView },
  { id: 'change', title: 'Change', key: '6', pane: 'main', Component: ChangeView },
];
