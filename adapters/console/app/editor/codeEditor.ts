import {
  autocompletion,
  type Completion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { CodeEditor, CodeEditorOptions, OpenCodeEditor, TextProblem } from './port.ts';
import { colors, theme } from './theme.ts';

/**
 * CodeMirror runs in a shadow root. There it adopts its style sheets; in the document it would add style elements, which the page's policy
 * forbids.
 */
const open: OpenCodeEditor = (host, options) => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({ doc: options.text, extensions: listExtensions(options) }),
  });
  return {
    setText: (text) => {
      if (text !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    goTo: (line, column) => {
      const anchor = findOffset(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    recheck: () => {
      view.dispatch({});
      forceLinting(view);
    },
    close: () => view.destroy(),
  } satisfies CodeEditor;
};

const listExtensions = ({ label, check, complete, onChange, onRun }: CodeEditorOptions): Extension => [
  lineNumbers(),
  highlightActiveLineGutter(),
  // Directions of writing, which the editor would not show otherwise.
  highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2060\u2068]/g }),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  yaml(),
  syntaxHighlighting(HighlightStyle.define(colors)),
  theme,
  autocompletion({ override: [completionSource(complete)], icons: false }),
  lintGutter(),
  linter(({ state: { doc } }) => check(doc.toString()).map((problem) => placeProblem(doc, problem)), { delay: 300 }),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
  keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        onRun();
        return true;
      },
    },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];

const findOffset = (doc: Text, line: number, column: number): number => {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(from + Math.max(0, column - 1), to);
};

/** Marks a problem from its position to the end of the word, or to the end of the line if no word begins there. */
const placeProblem = (doc: Text, { line, column, message, isError }: TextProblem): Diagnostic => {
  const from = findOffset(doc, line, column);
  const rest = doc.sliceString(from, Math.min(doc.lineAt(from).to, from + 200));
  const length = /^[\w$.'"/-]+/.exec(rest)?.[0].length ?? rest.trimEnd().length;
  return { from, to: from + length, severity: isError ? 'error' : 'warning', message: message.slice(0, 2_000) };
};

const completionSource =
  (complete: CodeEditorOptions['complete']): CompletionSource =>
  ({ state, pos, explicit }) => {
    const before = state.doc.sliceString(Math.max(0, pos - 1), pos);
    if (!explicit && !/[\w$]/.test(before)) return null;
    if (syntaxTree(state).resolveInner(pos, -1).name === 'Comment') return null;
    const { from, options } = complete(state.doc.toString(), pos);
    if (options.length === 0) return null;
    return {
      from,
      validFor: /^[\w$. /-]*$/,
      options: options.map(
        ({ label, isKey, description }): Completion => ({
          label,
          type: isKey ? 'property' : 'constant',
          apply: isKey ? `${label}: ` : label,
          ...(description === undefined ? {} : { info: description }),
        }),
      ),
    };
  };

globalThis.podsimEditor = open;
