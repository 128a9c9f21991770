import { editorId } from '../app/pageData.ts';
import { replayCodeId, type StudyPageData, studyDataId } from '../app/study/studyData.ts';
import { escapeHtml } from '../app/text.ts';
import { inScript, inStyle, jsonText, type PageParts, policyMeta, writePolicy } from './page.ts';

/** The parts of the page that are the same for every study. */
export interface StudyParts {
  /** The page holds the replay page as text, and starts it when a run is opened. */
  readonly replay: PageParts;
  readonly script: string;
  readonly style: string;
}

/** A study as one HTML file, which asks for nothing beyond itself: its pictures, its table, and the replay of every median run. */
export const studyPageHtml = ({ replay, script, style }: StudyParts, data: StudyPageData): string => {
  const [own, code, editor] = [script, replay.script, replay.editor].map(inScript) as [string, string, string];
  const sheet = inStyle(`${replay.style}\n${style}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyMeta(writePolicy([own, code, editor], sheet))}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>podsim study: ${escapeHtml(data.report.study)}</title>
<link rel="icon" href="data:,">
<style>${sheet}</style>
</head>
<body>
<div id="study"></div>
<div id="app"></div>
<noscript>This page shows a study of podsim, and needs JavaScript for it.</noscript>
<script type="application/json" id="${studyDataId}">${jsonText(data)}</script>
<script type="text/plain" id="${replayCodeId}">${code}</script>
<script type="text/plain" id="${editorId}">${editor}</script>
<script>${own}</script>
</body>
</html>
`;
};
