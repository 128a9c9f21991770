import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { type Answer, type Described, isRead, type Operation, operations, writeProblem } from '../../engine/api/index.ts';
import type { Rejection } from '../../engine/cloud/index.ts';
import { answerControl, controlOperations, type ServerOperation } from '../../engine/control/index.ts';
import { finish, InvariantViolation } from '../../engine/kernel/index.ts';
import { type BodyText, formatBody, withLongText } from '../host/call/bodyText.ts';
import type { Stamp } from '../host/call/hostedCall.ts';
import { stoppingRejection, WorldStopping } from '../host/call/stopping.ts';
import { answerInThread } from '../host/inThread/threadWork.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import type { WorldHost } from '../host/world/worldHost.ts';
import { StoreProblem } from '../store/problems.ts';
import { type ControlGuard, open } from './accessControl.ts';
import { type AnswerAgent, agentRouter } from './agentRouter.ts';
import { breakOff, refuse, sendText } from './answers.ts';
import { bodyReaders, type ReadBody } from './bodies.ts';
import { BodiesRead } from './bodyBytes.ts';
import { returnIfUndelivered } from './delivery.ts';
import { guardDoor } from './door.ts';
import { routesByName } from './names/platformNames.ts';
import { documents } from './pages/documents.ts';
import { requestLog } from './requestLog.ts';
import { clientIn, readInput, readRequest } from './requests.ts';
import {
  type AppLocals,
  allowText,
  answerOptions,
  findLocals,
  findQueueBase,
  guardRoute,
  type Locals,
  passUnlessOffered,
  readRequestId,
  refuseMethod,
  refuseProtocols,
  unknownRoute,
  withoutSlash,
} from './routes.ts';
import { sendFrames, sendLines } from './streams.ts';
import { UnreadStreams } from './unread.ts';
import { answerForDamaged, inWorld } from './worlds.ts';

export interface AppOptions {
  readonly control: ControlGuard;
  /** The base of URLs in answers, where it differs from the one that the caller used. */
  readonly publicUrl?: string;
  /** Called for each request when it is over. */
  readonly logRequest?: Parameters<typeof requestLog>[0] | undefined;
  /** Answers messages of agents at /mcp; without it there is no such path. */
  readonly answerAgent?: AnswerAgent | undefined;
  /** The bearer token of these agents, if it is not the token of the control plane. */
  readonly agentToken?: string | undefined;
}

const guardOfAgents = ({ control, agentToken }: AppOptions): ControlGuard =>
  agentToken === undefined ? control : { ...control, token: agentToken };

/** Both APIs and the control plane of every world, over HTTP. Each operation is a row of a table; no rule of the platform is here. */
export const makeApp = (serving: WorldHost, options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  Object.assign(app.locals as AppLocals, { serving, bodies: new BodiesRead(serving.limits) });
  if (options.logRequest !== undefined) app.use(requestLog(options.logRequest));
  app.use(guardDoor(options.control.door), refuseProtocols, ...routesByName(options.control.door));
  const unread = new UnreadStreams(serving.limits);
  const router = express.Router({ caseSensitive: true, strict: true });
  const slashed = express.Router({ caseSensitive: true, strict: true });
  for (const [path, rows] of byPath([...busiestFirst(operations), ...controlOperations])) {
    const passesOn = rows.find((row) => row.passesOn === true);
    if (passesOn !== undefined) {
      for (const below of pathsBelow(path)) router.all(below, makeHandler(serving, passesOn, options, unread));
      continue;
    }
    const route = router.route(expressPath(path));
    const dated = rows.every(({ since }) => since !== undefined) ? [passUnlessOffered(rows)] : [];
    for (const pass of dated) route.all(pass);
    slashed.all(`${expressPath(path)}/`, ...dated, withoutSlash);
    const waits = rows.some((row) => 'resume' in row && row.resume !== undefined);
    const allow = allowText(
      rows.flatMap((row) => row.methods),
      !waits,
    );
    if (waits) route.head(refuseMethod(allow));
    for (const row of rows) {
      const guard = row.api === 'control' ? [guardRoute(isHealth(row) ? open(options.control) : options.control)] : [];
      for (const method of row.methods) route[lower(method)](...guard, makeHandler(serving, row, options, unread));
    }
    route.options(answerOptions(allow)).all(refuseMethod(allow));
  }
  const described = documents(open(options.control), options.publicUrl);
  // The routes of the default world come first, because most calls are for it.
  app.use(router, described, slashed);
  if (options.answerAgent !== undefined) app.use('/mcp', agentRouter(guardOfAgents(options), options.answerAgent, serving));
  app.use('/worlds/:world', inWorld(serving), router, described, slashed, unknownRoute);
  app.use(unknownRoute, handleError);
  return app;
};

const makeHandler = (serving: WorldHost, row: Operation | ServerOperation, options: AppOptions, unread: UnreadStreams): RequestHandler => {
  const readerFor = bodyReaders(row, serving);
  const handle = 'answer' in row ? controlHandler(serving, row, unread) : callHandler(serving, row, options, unread);
  return (req, res, next) => {
    if (answerForDamaged(serving, row, res)) return;
    const read = readerFor(findLocals(res).served?.world.settings.account.contract, isKnown(row, req, res));
    const take = (body: ReadBody) => {
      try {
        handle(req, res, body, next);
      } catch (error) {
        next(error);
      }
    };
    read(req, res, take, next);
  };
};

/** Whether the body of this call is read. Calls that may not use the control plane are refused before. */
const isKnown = (row: Operation | ServerOperation, req: Request, res: Response): boolean =>
  'answer' in row || localsWithWorld(res).served.knows(clientIn(req, row), row);

type Handler = (req: Request, res: Response, body: ReadBody, next: (error: unknown) => void) => void;

/** A request that reaches an operation names a world that is hosted. */
const localsWithWorld = (res: Response): Locals & { readonly served: HostedWorld } =>
  findLocals(res) as Locals & { readonly served: HostedWorld };

/** Handles a call of an account, or of the operator, to the world. */
const callHandler =
  (serving: WorldHost, row: Operation, { publicUrl, control }: AppOptions, unread: UnreadStreams): Handler =>
  (req, res, body, next) => {
    const { served, requestId } = localsWithWorld(res);
    if (res.destroyed) return;
    const received = { base: findQueueBase(req, publicUrl), world: served.world, guard: control, limits: serving.limits };
    const respond = (answer: Answer, stamp: Stamp, text?: BodyText) => {
      serving.process.countAnswer(row.id, answer.status);
      returnIfUndelivered(row, String(req.params['worker'] ?? ''), answer, res, served);
      if (answer.breaks !== undefined) return breakOff(res, answer.breaks.inside, stamp, requestId);
      if (answer.frames === undefined) return sendText(res, answer, () => text ?? formatBody(answer), stamp, requestId);
      sendFrames(res, answer, answer.frames, served, stamp, requestId, unread);
      return undefined;
    };
    const underway = served.call(row, readInput(row, req, body, received), respond, next);
    if (underway !== undefined) res.once('close', underway.leave);
  };

/** Handles an operation of the control plane: it reads a world, moves its clock, or is about the serving process. */
const controlHandler =
  (serving: WorldHost, row: ServerOperation, unread: UnreadStreams): Handler =>
  (req, res, body, next) => {
    const { served, requestId } = localsWithWorld(res);
    if (served.durability.writeError !== undefined && !isRead(row))
      return refuse(res, served.durability.writeError, { ...served.stamp, ...served.durability.unkept }, requestId);
    const { id: worldId, world, journal } = served;
    const request = readRequest(row, req, body);
    const steps = (isAwaited: () => boolean) => answerControl({ worldId, world, journal, host: serving, isAwaited }, row, request);
    const reply = (answer: Answer, text?: BodyText) => {
      const now = serving.find(worldId) ?? served;
      const { stamp } = now;
      serving.whenDurable(now, (writeError) => {
        const shown = writeError === undefined ? stamp : { ...stamp, ...now.durability.unkept };
        serving.process.countAnswer(row.id, writeError !== undefined && !isRead(row) ? 503 : answer.status);
        if (writeError !== undefined && !isRead(row)) refuse(res, writeError, shown, requestId);
        else if (answer.frames !== undefined) sendFrames(res, answer, answer.frames, now, shown, requestId, unread);
        else if (answer.lines !== undefined) sendLines(res, answer, answer.lines, shown, requestId);
        else sendText(res, answer, () => text ?? formatBody(answer), shown, requestId);
      });
    };
    if (row.worksOn !== undefined) {
      const leaving = new AbortController();
      res.once('close', () => leaving.abort(leaving));
      answerInThread(serving, row, request, served, leaving.signal)
        .then(({ answer, text }) => reply(answer, text))
        .catch((error: unknown) => {
          if (error instanceof WorldStopping) reply(writeProblem(error.rejection));
          else if (isOutOfMemory(error)) reply(writeProblem(outOfMemory));
          else if (error !== leaving) next(error);
        });
      return;
    }
    if (row.ofProcess === true) return reply(finish(steps(() => true)));
    const refuseAll = (because: string) => reply(writeProblem(stoppingRejection(because)));
    const answerInSteps = (isAwaited: () => boolean) => withLongText(steps(isAwaited));
    const asking = { refuse: refuseAll, fail: next, endsItself: row.endsItself };
    const underway = served.ask(answerInSteps, ([answer, text]) => reply(answer, text), asking);
    if (underway !== undefined) res.once('close', underway.leave);
  };

/** Only the thread has ended; the server is unaffected. */
const isOutOfMemory = (error: unknown): boolean => (error as { readonly code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';

const outOfMemory: Rejection = {
  kind: 'failing',
  rule: 'server.limits',
  detail: 'this needs more memory than a thread has: ask for less, or use podsim log compare, podsim log record or podsim run',
};

const undecodable: Rejection = { kind: 'malformed', rule: 'errors.malformed', detail: 'the path cannot be decoded: write %25 for a %' };

/** Every error ends here. Express recognizes an error handler by its four arguments. */
const handleError = (error: Error & { readonly status?: number }, req: Request, res: Response, _next: unknown): void => {
  // A path whose world name cannot be decoded fails before the request has got its id.
  const { served, requestId = readRequestId(req) } = findLocals(res) as Partial<Locals>;
  if (error.status !== undefined && error.status < 500) return refuse(res, undecodable, served?.stamp, requestId);
  if (error instanceof StoreProblem)
    return refuse(res, { kind: 'failing', rule: 'store.damaged', status: 500, detail: error.message }, served?.stamp, requestId);
  const place =
    served === undefined ? '' : ` (seed ${served.world.header.definition.seed}, world ${served.id}, entry ${served.world.log.length})`;
  const what = error instanceof InvariantViolation ? `an invariant does not hold: ${error.message}` : 'something broke that should not';
  const detail = `our fault, not yours: ${what}${place}; please report it with what GET /_podsim/v1/log gives`;
  refuse(res, { kind: 'failing', rule: 'server.broken', status: 500, detail }, undefined, requestId);
  process.stderr.write(`${error.stack ?? String(error)}\n`);
};

/** `/v2/pods/{id}` in Express's notation. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Health checks need no token: whatever supervises the server has none, and they reveal nothing else. */
const isHealth = ({ path }: Described): boolean => path.startsWith('/_podsim/v1/health/');

/** Routes are tried in order, and most calls are for the queue API. */
const busiestFirst = (rows: readonly Operation[]): readonly Operation[] => [
  ...rows.filter(({ api }) => api === 'queue'),
  ...rows.filter(({ api }) => api !== 'queue'),
];

/** The rows of each path, in the order in which the paths occur first. */
const byPath = <Row extends Described>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> => {
  const paths = new Map<string, Row[]>();
  for (const row of rows) paths.set(row.path, [...(paths.get(row.path) ?? []), row]);
  return paths;
};

/** `/lb/{endpoint_id}/{path}`, where the path is everything below, or nothing. */
const pathsBelow = (path: string): readonly string[] => {
  const above = expressPath(path.slice(0, path.lastIndexOf('/')));
  return [above, `${above}/{*path}`];
};

type Lower = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';
const lower = (method: string): Lower => method.toLowerCase() as Lower;
