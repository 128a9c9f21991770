import { EditorView } from '../editor/editor.tsx';
import { ChangeView } from './change.tsx';

/** Of a page that plays its runs itself: the scenario can be changed, too. */
export const RunChangeView = () => <ChangeView Editor={EditorView} />;
