import type { ConsoleView } from '../model/panes.ts';
import { ChartsView } from './charts/charts.tsx';
import { LanesView } from './charts/lanes.tsx';
import { DiagramView } from './diagram/diagram.tsx';
import { CoverageView } from './log/coverage.tsx';
import { LogView } from './log/log.tsx';
import { NextView } from './log/next.tsx';
import { NowView } from './log/now.tsx';
import { RequestsView } from './log/requests.tsx';
import { WaterfallView } from './log/waterfall.tsx';
import { WhyView } from './log/why.tsx';

/** The views of every page. A new one is a row here. */
export const views: readonly ConsoleView[] = [
  { id: 'lanes', title: 'Lanes', key: '1', pane: 'main', Component: LanesView },
  { id: 'now', title: 'Now', key: '2', pane: 'main', Component: NowView },
  { id: 'log', title: 'Log', key: '3', pane: 'main', Component: LogView },
  { id: 'charts', title: 'Charts', key: '5', pane: 'main', Component: ChartsView },
  { id: 'requests', title: 'Requests', key: '6', pane: 'main', Component: RequestsView },
  { id: 'waterfall', title: 'Waterfall', key: 'w', pane: 'main', Component: WaterfallView },
  { id: 'diagram', title: 'Diagram', key: '7', pane: 'main', Component: DiagramView },
  { id: 'next', title: 'Next', key: '8', pane: 'main', Component: NextView },
  { id: 'coverage', title: 'Coverage', key: '9', pane: 'main', Component: CoverageView },
  { id: 'why', title: 'Why', key: '4', pane: 'side', Component: WhyView },
];
