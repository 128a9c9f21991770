import { readFileSync } from 'node:fs';
import { entities, kinds } from '../../engine/cloud/index.ts';
import { lifecycleMermaid } from '../../engine/world/index.ts';
import type { Diagram, DiagramEdge } from '../console/app/model/diagramLayout.ts';
import { escapeHtml } from '../console/app/text.ts';

/** The drawing of a lifecycle that a page has as text for Mermaid, with the coordinates of the console; undefined for other texts. */
export const drawLifecycle = (text: string): string | undefined => {
  const kind = kinds.find((one) => lifecycleMermaid(entities[one].lifecycle).trim() === text.trim());
  if (kind === undefined) return undefined;
  const { [kind]: diagram } = JSON.parse(readFileSync('adapters/console/diagrams.json', 'utf8')) as Record<string, Diagram>;
  if (diagram === undefined) return undefined;
  const { rows } = entities[kind].lifecycle;
  const listEvents = ({ from, to }: DiagramEdge): string =>
    [...new Set(rows.flatMap((row) => (row.from === from && row.to === to ? [row.event] : [])))].join(', ');
  const items = diagram.edges.map((edge) => `<li>${escapeHtml(`${edge.from} → ${edge.to}: ${listEvents(edge)}`)}</li>`);
  return `<figure class="lifecycle"><svg viewBox="0 0 ${diagram.width} ${diagram.height}" width="${diagram.width}" role="img" aria-label="The lifecycle of a ${kind}">${[
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ...diagram.edges.map(({ points }) => `<polyline points="${points.join(' ')}" marker-end="url(#tip)"/>`),
    ...diagram.statuses.map(
      ({ status, x, y, width, height }) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/><text x="${x + width / 2}" y="${y + height / 2 + 5}">${escapeHtml(status)}</text>`,
    ),
    ...diagram.edges.map(
      ({ badge: { x, y, width, height } }, place) =>
        `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}"/><text class="number" x="${x + width / 2}" y="${y + height / 2 + 4}">${place + 1}</text>`,
    ),
  ].join('')}</svg><ol>${items.join('')}</ol></figure>`;
};
