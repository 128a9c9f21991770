import { type Request, type Response, Router } from 'express';
import type { ControlGuard } from './accessControl.ts';
import { allowText, answerOptions, guardRoute, refuseMethod } from './routes.ts';

/** Answers one message of an agent, which is the body of a request. */
export type AnswerAgent = (req: Request, res: Response) => Promise<void>;

/** One message of an agent in each request: there is no stream to open, and no session to end. Who may use the control plane may use it. */
export const agentRouter = (control: ControlGuard, answerAgent: AnswerAgent): Router => {
  const allow = allowText(['POST']);
  const route = Router({ caseSensitive: true, strict: true });
  route.post('/', guardRoute(control), (req, res, next) => {
    answerAgent(req, res).catch(next);
  });
  route.options('/', answerOptions(allow)).all('/', refuseMethod(allow));
  return route;
};
