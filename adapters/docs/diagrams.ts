import elkModule, { type ELK, type ElkExtendedEdge, type ElkNode, type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import { entities, type Kind, kinds } from '../../engine/cloud/index.ts';
import type { Box, Diagram, DiagramEdge } from '../console/app/model/diagramLayout.ts';

const letterWidth = 9;
/** Lines have numbers, and the names of events are in a list next to the diagram: names on the lines would make it three times as wide. */
const badgeSize = 18;

/** The content of `adapters/console/diagrams.json`: the page draws lifecycles from it, so that it needs no layout engine. */
export const diagramsFile = async (): Promise<string> => {
  const elk = new elkModule.default();
  const diagrams: [Kind, Diagram][] = [];
  for (const kind of kinds) diagrams.push([kind, await drawDiagram(elk, kind)]);
  return `{\n${diagrams.map(([kind, diagram]) => `  ${JSON.stringify(kind)}: ${JSON.stringify(diagram)}`).join(',\n')}\n}\n`;
};

const drawDiagram = async (elk: ELK, kind: Kind): Promise<Diagram> => {
  const { statuses, rows, initial } = entities[kind].lifecycle;
  const drawn = new Map<string, Pick<DiagramEdge, 'from' | 'to'>>(
    rows.flatMap(({ from, to }) => (from === to ? [] : [[`${from} ${to}`, { from, to }] as const])),
  );
  const laidOut: ElkNode = await elk.layout({
    id: kind,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
      'elk.spacing.nodeNode': '12',
      'elk.spacing.edgeEdge': '7',
      'elk.spacing.edgeNode': '8',
      'elk.padding': '[top=4,left=4,bottom=4,right=4]',
      'elk.layered.spacing.nodeNodeBetweenLayers': '24',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
      'elk.layered.spacing.edgeNodeBetweenLayers': '12',
    },
    children: statuses.map(({ status, final }) => ({
      id: status,
      width: Math.ceil(status.length * letterWidth) + 34,
      height: 30,
      // From top to bottom: the begin, the middle, and the ends.
      layoutOptions: status === initial ? layer('FIRST') : final ? layer('LAST') : {},
    })),
    edges: [...drawn].map(([id, { from, to }]) => ({
      id,
      sources: [from],
      targets: [to],
      labels: [{ text: '1', width: badgeSize, height: badgeSize }],
    })),
  });
  return {
    width: Math.ceil(laidOut.width ?? 0),
    height: Math.ceil(laidOut.height ?? 0),
    statuses: (laidOut.children ?? []).map((node) => ({ status: node.id, ...roundBox(node) })),
    edges: (laidOut.edges ?? []).map((edge) => ({
      ...(drawn.get(edge.id) as Pick<DiagramEdge, 'from' | 'to'>),
      points: listPoints(edge),
      badge: roundBox(edge.labels?.[0] ?? {}),
    })),
  };
};

const layer = (constraint: string): LayoutOptions => ({ 'elk.layered.layering.layerConstraint': constraint });

const roundBox = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

const listPoints = ({ sections = [] }: ElkExtendedEdge): DiagramEdge['points'] =>
  sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => [Math.round(x), Math.round(y)]);
