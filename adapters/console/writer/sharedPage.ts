import { dataId, type PageData } from '../app/pageData.ts';
import { escapeHtml } from '../app/text.ts';
import { findTitle, jsonText, maskData, policyMeta } from './page.ts';

/** The common files of a folder of pages. */
export const sharedNames = { script: 'page.js', course: 'course.js', editor: 'editor.js', style: 'page.css' } as const;

/**
 * A page whose script, editor and style are files that it shares with others: for many pages on one server. `assets` is the address of
 * their folder. Its policy allows scripts and styles of its own server, and no other request.
 */
export const pageWithAssets = (assets: string, given: PageData): string => {
  const data = maskData(given);
  const script = (name: string): string => `<script src="${assets}${name}"></script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyMeta(sharedPolicy)}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>podsim: ${escapeHtml(findTitle(data))}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}${sharedNames.style}">
</head>
<body>
<div id="app"></div>
<noscript>This page shows what happens in podsim, and needs JavaScript for it.</noscript>
<script type="application/json" id="${dataId}">${jsonText(data)}</script>
${data.lessons === undefined ? `${script(sharedNames.editor)}\n${script(sharedNames.script)}` : script(sharedNames.course)}
</body>
</html>
`;
};

const sharedPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  workerSrc: ["'self'"],
  imgSrc: ['data:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
};
