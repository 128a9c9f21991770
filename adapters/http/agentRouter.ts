import express, { type Request, type Response, type Router } from 'express';
import type { Unreadable } from '../../engine/cloud/index.ts';
import type { Json } from '../../engine/kernel/index.ts';
import type { ControlGuard } from './accessControl.ts';
import { type BodyReading, makeJsonReader, type ReadBody } from './bodies.ts';
import { allowText, answerOptions, guardRoute, refuseMethod } from './routes.ts';

/** Answers one message of an agent, or a batch of them, which is the body of a request; undefined where it has none. */
export type AnswerAgent = (req: Request, res: Response, message: Json | undefined) => Promise<void>;

/** One message of an agent in each request: there is no stream to open, and no session to end. Who may use the control plane may use it. */
export const agentRouter = (control: ControlGuard, answerAgent: AnswerAgent, reading: BodyReading): Router => {
  const allow = allowText(['POST']);
  const readBody = makeJsonReader('scenarioBody', reading);
  const route = express.Router({ caseSensitive: true, strict: true });
  route.post('/', guardRoute(control), (req, res, next) => {
    const take = ({ value, unreadable }: ReadBody): void => {
      if (unreadable === undefined) answerAgent(req, res, value).catch(next);
      else refuseMessage(res, unreadable);
    };
    readBody(req, res, take, next);
  });
  route.options('/', answerOptions(allow)).all('/', refuseMethod(allow));
  return route;
};

/** The protocol's refusal of a body that is no message (JSON-RPC 2.0, section 5.1). */
const refuseMessage = (res: Response, { kind, detail }: Unreadable): void => {
  const error = kind === 'too-large' ? { code: -32_000, message: detail } : { code: -32_700, message: `Parse error: ${detail}` };
  res.status(kind === 'too-large' ? 413 : 400).json({ jsonrpc: '2.0', error, id: null });
};
