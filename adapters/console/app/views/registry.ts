import { ChartsView } from './charts/charts.tsx';
import { LanesView } from './charts/lanes.tsx';
import { BranchView } from './compare/branch.tsx';
import { CompareView } from './compare/compare.tsx';
import { WorldsView } from './compare/worldsView.tsx';
import { DiagramView } from './diagram/diagram.tsx';
import { EditorView } from './editor/editor.tsx';
import { ActView } from './live/act.tsx';
import { CoverageView } from './log/coverage.tsx';
import { LogView } from './log/log.tsx';
import { NextView } from './log/next.tsx';
import { NowView } from './log/now.tsx';
import { RequestsView } from './log/requests.tsx';
import { WaterfallView } from './log/waterfall.tsx';
import { WhyView } from './log/why.tsx';
import type { ConsoleView } from './panes.ts';

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

/** Views that only a page has that plays its runs itself. */
export const replayViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', key: 'c', pane: 'main', needsNoLog: true, Component: CompareView },
  { id: 'editor', title: 'Editor', key: 'e', pane: 'main', needsNoLog: true, Component: EditorView },
  { id: 'act', title: 'Act', key: 'a', pane: 'side', Component: BranchView },
];

/** Views that only a served world has. */
export const liveViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', key: 'c', pane: 'main', Component: WorldsView },
  { id: 'act', title: 'Act', key: 'a', pane: 'side', Component: ActView },
];
