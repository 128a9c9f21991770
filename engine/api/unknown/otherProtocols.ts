import type { Rejection } from '../../cloud/decisions.ts';
import { explainNotSimulated, type NotSimulated } from '../names/explainNotSimulated.ts';

/** gRPC, as something that is not simulated. */
const grpc: NotSimulated = {
  what: 'gRPC',
  paths: [],
  answer: '501; over HTTP/2 the status UNIMPLEMENTED with the sentence',
  instead: 'send the call as JSON over HTTP/1.1: POST /v2/{endpoint}/run, or /lb/{endpoint}/… for a load balancer',
};

/** HTTP/2 alone, as something that is not simulated. */
const http2: NotSimulated = {
  what: 'HTTP/2',
  paths: [],
  answer: '501 to a client that speaks nothing else; others speak HTTP/1.1',
  instead: 'let the client speak HTTP/1.1: every path is there',
};

/** Websockets, as something that is not simulated. */
const websockets: NotSimulated = {
  what: 'websockets',
  paths: [],
  answer: '501',
  instead: 'read GET /v2/{endpoint}/stream/{job}, the events of an OpenAI route, or a webhook',
};

export const otherProtocols: readonly NotSimulated[] = [grpc, http2, websockets];

/** The headers that say in which protocol a request goes on. */
interface Spoken {
  readonly 'content-type'?: string | undefined;
  readonly upgrade?: string | undefined;
}

/** The refusal of a request in a protocol that podsim does not speak: gRPC, or a websocket (errors.unknown-route). */
export const refuseProtocol = ({ 'content-type': type = '', upgrade = '' }: Spoken): Rejection | undefined => {
  if (/^application\/grpc\b/i.test(type)) return refusal(grpc);
  return /(?:^|[\s,])websocket\b/i.test(upgrade) ? refusal(websockets) : undefined;
};

/** The same of a request by HTTP/2: of all of them. */
export const refuseHttp2 = (headers: Spoken): Rejection => refuseProtocol(headers) ?? refusal(http2);

const refusal = (row: NotSimulated): Rejection => ({
  kind: 'unknown',
  rule: 'errors.unknown-route',
  status: 501,
  detail: explainNotSimulated(row),
});
