import { createHash } from 'node:crypto';
import { dataId, editorId, type PageData } from '../app/pageData.ts';

/** The parts of the page that are the same for every run: `dist/console` holds them. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** The editor: the page holds it as text, and starts it when it is opened. */
  readonly editor: string;
}

/** One HTML file, which asks for nothing beyond itself. Its policy allows exactly its own script and style. */
export const pageHtml = ({ script, style, editor }: PageParts, data: PageData): string => {
  const [code, late, css] = [inScript(script), inScript(editor), style.trim()];
  if (/<\/style/i.test(css)) throw new Error('the style sheet of the page contains </style');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policyOf([code, late], css)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>podsim: ${escapeHtml(titleOf(data))}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page plays a run of podsim, and needs JavaScript for it.</noscript>
<script type="application/json" id="${dataId}">${jsonText(data)}</script>
<script type="text/plain" id="${editorId}">${late}</script>
<script>${code}</script>
</body>
</html>
`;
};

const policyOf = (scripts: readonly string[], style: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map((script) => `'${hashOf(script)}'`).join(' ')}`,
    `style-src '${hashOf(style)}'`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * A script as HTML can hold it. In strings, templates and regular expressions the added backslash changes nothing; elsewhere neither
 * `</script` nor `<!--` occurs.
 */
const inScript = (script: string): string =>
  script
    .trim()
    .replaceAll(/<\/(?=script)/gi, '<\\/')
    .replaceAll('<!--', '<\\x21--');

/** JSON with no `<`, so that no part of it reads as HTML; lone surrogates as escapes, which UTF-8 could not hold. */
const jsonText = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const titleOf = ({ scenarios }: PageData): string => scenarios[0]?.runs[0]?.title ?? 'a run';

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
