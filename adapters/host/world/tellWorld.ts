import { type Operation, operating } from '../../../engine/api/index.ts';
import type { Json } from '../../../engine/kernel/index.ts';
import type { HostedWorld } from './hostedWorld.ts';

/**
 * Tells a world what happened outside of it: an input like any other, of its operator. Its answer is of no use: a world that has
 * stopped says so in its next one, which is no reason to stop the server.
 */
export const tellWorld = (
  served: HostedWorld,
  row: Operation,
  params: Readonly<Record<string, string>>,
  body: Json,
  onError: (error: unknown) => void = () => undefined,
): void => {
  const input = { operation: row.id, client: operating, request: { params, query: {}, body } };
  served.call(row, input, () => undefined, onError);
};
