import { ActView } from './act.tsx';
import { BranchView } from './branch.tsx';
import { ChartsView } from './charts.tsx';
import { CompareView } from './compare.tsx';
import { DiagramView } from './diagram.tsx';
import { EditorView } from './editor.tsx';
import { LanesView } from './lanes.tsx';
import { LogView } from './log.tsx';
import { NextView } from './next.tsx';
import { NowView } from './now.tsx';
import type { ConsoleView } from './panes.ts';
import { RequestsView } from './requests.tsx';
import { WhyView } from './why.tsx';

/** The views of every page. A new one is a row here. */
export const views: readonly ConsoleView[] = [
  { id: 'lanes', title: 'Lanes', key: '1', pane: 'main', Component: LanesView },
  { id: 'now', title: 'Now', key: '2', pane: 'main', Component: NowView },
  { id: 'log', title: 'Log', key: '3', pane: 'main', Component: LogView },
  { id: 'charts', title: 'Charts', key: '5', pane: 'main', Component: ChartsView },
  { id: 'requests', title: 'Requests', key: '6', pane: 'main', Component: RequestsView },
  { id: 'diagram', title: 'Diagram', key: '7', pane: 'main', Component: DiagramView },
  { id: 'next', title: 'Next', key: '8', pane: 'main', Component: NextView },
  { id: 'why', title: 'Why', key: '4', pane: 'side', Component: WhyView },
];

/** Views that only a page has that plays its runs itself. */
export const replayViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', key: 'c', pane: 'main', needsNoLog: true, Component: CompareView },
  { id: 'editor', title: 'Editor', key: 'e', pane: 'main', needsNoLog: true, Component: EditorView },
  { id: 'act', title: 'Act', key: 'a', pane: 'side', Component: BranchView },
];

/** Views that only a served world has. */
export const liveViews: readonly ConsoleView[] = [{ id: 'act', title: 'Act', key: 'a', pane: 'side', Component: ActView }];
