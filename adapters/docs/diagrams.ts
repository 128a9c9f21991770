import elkModule, { type ELK, type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { entities, type Kind, kinds } from '../../engine/index.ts';

/** A lifecycle, laid out. Lengths are in pixels of a diagram drawn at its natural size; texts are 12 px high. */
export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly statuses: readonly (Box & { readonly status: string })[];
  readonly edges: readonly DiagramEdge[];
}

/** All transitions from one status to another. Those that keep the status are not drawn. */
export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
  /** The corners of the line, from its begin to its end. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Where the names of the events stand, one below the other. */
  readonly label: Box;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const letterWidth = 7;
const lineHeight = 14;

/** The content of `adapters/console/diagrams.json`: the page draws lifecycles from it, so that it needs no layout engine. */
export const diagramsFile = async (): Promise<string> => {
  const elk = new elkModule.default();
  const diagrams: [Kind, Diagram][] = [];
  for (const kind of kinds) diagrams.push([kind, await diagramOf(elk, kind)]);
  return `{\n${diagrams.map(([kind, diagram]) => `  ${JSON.stringify(kind)}: ${JSON.stringify(diagram)}`).join(',\n')}\n}\n`;
};

const diagramOf = async (elk: ELK, kind: Kind): Promise<Diagram> => {
  const { statuses, rows } = entities[kind].lifecycle;
  const drawn = new Map<string, { readonly from: string; readonly to: string; readonly events: string[] }>();
  for (const { from, event, to } of rows) {
    if (from === to) continue;
    const edge = drawn.get(`${from} ${to}`) ?? { from, to, events: [] };
    edge.events.push(event);
    drawn.set(`${from} ${to}`, edge);
  }
  const laidOut: ElkNode = await elk.layout({
    id: kind,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.spacing.nodeNode': '28',
      'elk.layered.spacing.nodeNodeBetweenLayers': '26',
      'elk.spacing.edgeLabel': '4',
    },
    children: statuses.map(({ status }) => ({ id: status, width: status.length * letterWidth + 34, height: 28 })),
    edges: [...drawn].map(([id, { from, to, events }]) => ({
      id,
      sources: [from],
      targets: [to],
      labels: [{ text: events.join('\n'), width: longest(events) * letterWidth, height: events.length * lineHeight }],
    })),
  });
  return {
    width: Math.ceil(laidOut.width ?? 0),
    height: Math.ceil(laidOut.height ?? 0),
    statuses: (laidOut.children ?? []).map((node) => ({ status: node.id, ...boxOf(node) })),
    edges: (laidOut.edges ?? []).map((edge) => ({
      ...(drawn.get(edge.id) as { readonly from: string; readonly to: string; readonly events: readonly string[] }),
      points: pointsOf(edge),
      label: boxOf(edge.labels?.[0] ?? {}),
    })),
  };
};

const longest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length));

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

const pointsOf = ({ sections = [] }: ElkExtendedEdge): DiagramEdge['points'] =>
  sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => [Math.round(x), Math.round(y)]);
