import {
  type FactReport,
  type FidelityReport,
  mechanismTable,
  type Observation,
  type WayReport,
} from '../../../../engine/lab/fidelity/index.ts';
import { engineVersion } from '../../../../engine/simulator/index.ts';
import { escapeHtml } from '../../../console/app/text.ts';
import { inStyle, policyMeta, writePolicy } from '../../../console/writer/page.ts';
import { factHeading } from '../facts.ts';
import { hasSecond, listHeads, rowsOfMechanisms, rowsOfWays, wayWords } from '../table.ts';
import { plotSeries } from './seriesPlot.ts';
import { pageStyle } from './style.ts';
import { describeValue, isDrawn, plotValues } from './valuePlot.ts';

/** The report as one HTML file that asks for nothing beyond itself: the tables, and a small plot for each fact. It needs no script. */
export const fidelityPageHtml = (report: FidelityReport, observations: readonly Observation[]): string => {
  const [first] = report.ways;
  const style = inStyle(pageStyle);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyMeta(writePolicy([], style))}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>podsim fidelity: ${escapeHtml(report.timing)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>How far podsim's times are from what was seen on the real platform</h1>
<p class="dim">Times: ${escapeHtml(report.timing)}${report.without.length === 0 ? '' : `, without ${report.without.join(', ')}`}. Each fact was played ${report.seeds} times. podsim ${escapeHtml(engineVersion)}.</p>
<p>There are few facts, from few hands: most are single live runs. Each is judged by times that were computed without it, and in brackets by those that were made from it, which says less.</p>
${tableHtml(listHeads(false), rowsOfWays(report.ways, 'all facts'))}
<h2>By what takes time${first === undefined || report.ways.length === 1 ? '' : `, ${wayWords[first.way]}`}</h2>
${first === undefined ? '' : tableHtml(listHeads(hasSecond(report.ways)), rowsOfMechanisms(report.ways))}
${first === undefined ? '' : factsHtml(first, observations)}
${listUnplayedHtml(report.unplayed)}
</main>
</body>
</html>
`;
};

const tableHtml = (heads: readonly string[], rows: readonly (readonly string[])[]): string => `<div class="scroll"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map((cell, k) => (k === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<td>${escapeHtml(cell)}</td>`)).join('')}</tr>`).join('\n')}
</tbody>
</table></div>`;

/** The facts by mechanism, each with its plot. */
const factsHtml = ({ facts, mechanisms }: WayReport, observations: readonly Observation[]): string => `<p class="key">
<span><svg width="52" height="20" aria-hidden="true"><rect class="band" x="0" y="2" width="52" height="16" rx="2"/><line class="middle" x1="24" x2="24" y1="0" y2="20"/></svg> the middle 90 % of the plays, and their median</span>
<span><svg width="12" height="12" aria-hidden="true"><circle class="seen" cx="6" cy="6" r="4.5"/></svg> seen, in the band</span>
<span><svg width="14" height="14" aria-hidden="true"><path class="seen outside" d="M7 1l6 6l-6 6l-6-6z"/></svg> seen, outside the band</span>
</p>
${mechanisms
  .map(({ mechanism }) => {
    const own = facts.filter((one) => one.mechanisms[0] === mechanism);
    return `<section>
<h2>${mechanism}: ${escapeHtml(mechanismTable[mechanism])}</h2>
<div class="facts">
${own.map((one) => factHtml(one, observations)).join('\n')}
</div>
</section>`;
  })
  .join('\n')}`;

const factHtml = (report: FactReport, observations: readonly Observation[]): string => {
  const own = observations.filter(({ spec }) => spec.fact === report.fact);
  const polled = own.find(({ spec }) => (spec.series ?? []).length > 1);
  const rest = report.judgments.filter((one) => !isDrawn(one) && (polled === undefined || !one.what.startsWith('poll ')));
  const source = own[0]?.spec;
  return `<figure id="${escapeHtml(report.fact)}">
<figcaption><strong>${escapeHtml(report.fact)}</strong> ${escapeHtml(factHeading(report))}${source === undefined ? '' : `<p class="dim">${escapeHtml(`${source.source}, ${source.date}; ${source.conditions}`)}</p>`}</figcaption>
${plotValues(report.judgments)}
${polled === undefined ? '' : plotSeries(report.judgments, polled)}
${rest.length === 0 ? '' : `<ul>${rest.map((one) => `<li>${escapeHtml(describeValue(one))}</li>`).join('')}</ul>`}
</figure>`;
};

const listUnplayedHtml = (unplayed: FidelityReport['unplayed']): string =>
  unplayed.length === 0
    ? ''
    : `<h2>What was seen and is not played</h2>
<ul>
${unplayed.map(({ fact, title, because }) => `<li><strong>${escapeHtml(fact)}</strong> ${escapeHtml(title)}: <span class="dim">${escapeHtml(because)}</span></li>`).join('\n')}
</ul>`;
