import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colors of the page, which change with the theme of the system. */
export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--chosen)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--dim)', border: '0', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--band) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--band)', color: 'var(--text)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--chosen)', outline: '1px solid var(--line)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: '0 6px 24px rgb(0 0 0 / 22%)',
    maxWidth: 'min(560px, 88vw)',
    overflow: 'hidden',
  },
  '.cm-tooltip-lint': { fontFamily: 'var(--sans)' },
  '.cm-diagnostic': { padding: '6px 10px', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--wait)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--wait)', textUnderlineOffset: '3px' },
  '.cm-gutter-lint': { width: '1.6em' },
  '.cm-lint-marker': { content: 'none', width: '1.1em', height: '1.1em', lineHeight: '1.1', textAlign: 'center', margin: '2px auto 0' },
  '.cm-lint-marker-error': { content: 'none' },
  '.cm-lint-marker-error::before': { content: '"✕"', color: 'var(--bad)', fontWeight: '700' },
  '.cm-lint-marker-warning::before': { content: '"!"', color: 'var(--wait)', fontWeight: '700' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12px', maxHeight: '16em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--chosen)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionInfo': { fontFamily: 'var(--sans)', padding: '6px 10px' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--text)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--panel)', border: '1px solid var(--line)', color: 'var(--text)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--panel)', border: '1px solid var(--line)', color: 'var(--text)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--wait) 35%, transparent)' },
});

/** Few colors: keys, words, and text that is not data. */
export const colors = [
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: 'var(--dim)' },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: 'var(--dim)' },
  { tag: [tags.labelName, tags.typeName, tags.keyword], color: 'var(--start)' },
  { tag: tags.invalid, color: 'var(--bad)' },
];
