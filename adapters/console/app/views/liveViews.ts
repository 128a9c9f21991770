import type { ConsoleView } from '../model/panes.ts';
import { WorldsView } from './compare/worldsView.tsx';
import { ActView } from './live/act.tsx';

/** Views that only a served world has. */
export const liveViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', pane: 'main', Component: WorldsView },
  { id: 'act', title: 'Act', pane: 'side', Component: ActView },
];
