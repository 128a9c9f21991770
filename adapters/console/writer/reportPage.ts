import { reportId } from '../app/pageData.ts';
import { escapeHtml } from '../app/text.ts';
import { inScript, inStyle, jsonText, policyMeta, writePolicy } from './page.ts';

/** The parts that all pages without a run have in common. */
export interface ReportParts {
  readonly script: string;
  readonly style: string;
}

/** The element of the data says which report it is. */
interface ReportData {
  readonly id: string;
  readonly title: string;
  /** What it shows, for readers without JavaScript. */
  readonly shows: string;
  readonly data: unknown;
}

/** A report as one HTML file, which asks for nothing beyond itself. */
export const reportPageHtml = ({ script, style }: ReportParts, { id, title, shows, data }: ReportData): string => {
  const [code, sheet] = [inScript(script), inStyle(style)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyMeta(writePolicy([code], sheet))}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${sheet}</style>
</head>
<body>
<div id="${reportId}"></div>
<noscript>This page shows ${shows}, and needs JavaScript for it.</noscript>
<script type="application/json" id="${id}">${jsonText(data)}</script>
<script>${code}</script>
</body>
</html>
`;
};
