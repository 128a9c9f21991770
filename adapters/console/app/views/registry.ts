import type { ConsoleView } from '../model/panes.ts';
import { BillView } from './charts/bill.tsx';
import { TimelineView } from './charts/timeline.tsx';
import { DetailsView } from './log/details.tsx';
import { LogView } from './log/log.tsx';
import { NowView } from './log/now.tsx';
import { RequestsView } from './log/requests.tsx';

/** The views of every page. A new one is a row here; its key is its place, from `1` on. */
export const views: readonly ConsoleView[] = [
  { id: 'timeline', title: 'Timeline', pane: 'main', Component: TimelineView },
  { id: 'now', title: 'Now', pane: 'main', Component: NowView },
  { id: 'log', title: 'Log', pane: 'main', Component: LogView },
  { id: 'requests', title: 'Requests', pane: 'main', Component: RequestsView },
];

/** Beside them, and on a narrow page behind them. */
export const sideViews: readonly ConsoleView[] = [
  { id: 'details', title: 'Details', key: '0', pane: 'side', Component: DetailsView },
  { id: 'bill', title: 'Bill', key: 'b', pane: 'side', isOnDemand: true, Component: BillView },
];
