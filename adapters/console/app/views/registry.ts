import { ActView } from './act.tsx';
import { CompareView } from './compare.tsx';
import { EditorView } from './editor.tsx';
import { LanesView } from './lanes.tsx';
import { LogView } from './log.tsx';
import { NowView } from './now.tsx';
import type { ConsoleView } from './panes.ts';
import { WhyView } from './why.tsx';

/** Every view. A new one is a row here. */
export const views: readonly ConsoleView[] = [
  { id: 'lanes', title: 'Lanes', key: '1', pane: 'main', Component: LanesView },
  { id: 'now', title: 'Now', key: '2', pane: 'main', Component: NowView },
  { id: 'log', title: 'Log', key: '3', pane: 'main', Component: LogView },
  { id: 'compare', title: 'Compare', key: 'c', pane: 'main', needsNoLog: true, Component: CompareView },
  { id: 'editor', title: 'Editor', key: 'e', pane: 'main', needsNoLog: true, Component: EditorView },
  { id: 'why', title: 'Why', key: '4', pane: 'side', Component: WhyView },
  { id: 'act', title: 'Act', key: 'a', pane: 'side', Component: ActView },
];
