import type { ConsoleView } from '../model/panes.ts';
import { BillView } from './charts/bill.tsx';
import { TimelineView } from './charts/timeline.tsx';
import { CoverageView } from './log/coverage.tsx';
import { DetailsView } from './log/details.tsx';
import { LogView } from './log/log.tsx';
import { NowView } from './log/now.tsx';
import { RequestsView } from './log/requests.tsx';

/** The views of every page. A new one is a row here. */
export const views: readonly ConsoleView[] = [
  { id: 'timeline', title: 'Timeline', key: '1', pane: 'main', Component: TimelineView },
  { id: 'now', title: 'Now', key: '2', pane: 'main', Component: NowView },
  { id: 'log', title: 'Log', key: '3', pane: 'main', Component: LogView },
  { id: 'requests', title: 'Requests', key: '5', pane: 'main', Component: RequestsView },
  { id: 'coverage', title: 'Coverage', key: '6', pane: 'main', Component: CoverageView },
  { id: 'details', title: 'Details', key: '4', pane: 'side', Component: DetailsView },
  { id: 'bill', title: 'Bill', key: 'b', pane: 'side', isOnDemand: true, Component: BillView },
];
