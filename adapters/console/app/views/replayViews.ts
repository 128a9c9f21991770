import type { ConsoleView } from '../model/panes.ts';
import { BranchView } from './compare/branch.tsx';
import { CompareView } from './compare/compare.tsx';
import { EditorView } from './editor/editor.tsx';

/** Views that only a page has that plays its runs itself. */
export const replayViews: readonly ConsoleView[] = [
  { id: 'compare', title: 'Compare', pane: 'main', needsNoLog: true, Component: CompareView },
  { id: 'editor', title: 'Editor', pane: 'main', needsNoLog: true, Component: EditorView },
  { id: 'act', title: 'Act', pane: 'side', Component: BranchView },
];
