import { escapeHtml } from '../app/text.ts';
import { type TwinPageData, twinDataId } from '../app/twin/twinData.ts';
import { inScript, inStyle, jsonText, policyMeta, writePolicy } from './page.ts';

/** The parts of the page that are the same for every twin. */
export interface TwinParts {
  readonly script: string;
  readonly style: string;
}

/** The fits of a twin as one HTML file, which asks for nothing beyond itself. */
export const twinPageHtml = ({ script, style }: TwinParts, data: TwinPageData): string => {
  const [code, sheet] = [inScript(script), inStyle(style)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyMeta(writePolicy([code], sheet))}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>podsim twin: ${escapeHtml(data.title)}</title>
<link rel="icon" href="data:,">
<style>${sheet}</style>
</head>
<body>
<div id="twin"></div>
<noscript>This page shows what podsim fitted to records, and needs JavaScript for it.</noscript>
<script type="application/json" id="${twinDataId}">${jsonText(data)}</script>
<script>${code}</script>
</body>
</html>
`;
};
