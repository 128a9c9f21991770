import { editorId } from '../pageData.ts';
import type { OpenCodeEditor } from './port.ts';

/**
 * Starts the editor's code, which is in the page as text; undefined if the page has none. The policy knows its hash. Pages that share their
 * scripts have loaded it before their own.
 */
export const loadEditor = (): OpenCodeEditor | undefined => {
  if (globalThis.podsimEditor === undefined) {
    const script = document.createElement('script');
    script.textContent = document.getElementById(editorId)?.textContent ?? '';
    document.head.append(script);
  }
  return globalThis.podsimEditor;
};
