import { escapeHtml } from '../../console/app/text.ts';
import { liveFigure } from '../liveFigure.ts';
import { type PlayableScenario, pageOfScenario } from '../playable.ts';
import { plainMarkdown, type SitePage } from '../sitePage.ts';

/** A page for each scenario: it plays, and its file and timeline can be read. */
export const scenarioPages = (scenarios: readonly PlayableScenario[]): readonly SitePage[] => scenarios.map(scenarioPage);

const scenarioPage = (playable: PlayableScenario): SitePage => {
  const { file, scenario, runs, timeline } = playable;
  const { title, teaches = [] } = runs[0]?.spec ?? { title: file };
  const path = pageOfScenario(file);
  const lines = [
    `# ${plainMarkdown(title)}`,
    '',
    ...(teaches.length === 0 ? [] : [`It shows ${teaches.map((id) => `\`${id}\``).join(', ')}.`, '']),
    liveFigure(path, playable),
    '',
    `In a terminal: \`podsim run ${file}\``,
    '',
    '## The file',
    '',
    block(scenario.text),
    '',
    ...(timeline === undefined ? [] : ['## Its timeline', '', block(timeline), '']),
  ];
  return { path, source: path, title, markdown: lines.join('\n'), kind: 'scenario' };
};

/** Text as it is. As HTML without an empty line: Markdown would begin anew there. */
const block = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text.trimEnd()).replaceAll('\n', '&#10;')}</code></pre>`;
