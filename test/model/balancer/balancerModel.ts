import { Fleet } from '../fleet.ts';
import { Ground } from '../ground.ts';
import type { Outcome } from '../plan.ts';
import type { Worker } from '../state.ts';
import type { BalancerAct, BalancerPlan, RequestPlan } from './plan.ts';

interface Request {
  readonly name: string;
  readonly plan: RequestPlan;
  status: 'WAITING' | 'IN_FLIGHT' | 'ANSWERED' | 'FAILED' | 'CLOSED';
  worker: Worker | null;
  /** Its call waits for the answer. */
  isHeld: boolean;
}

/** A load-balancing endpoint, after the rulebook (lb.traffic, lb.health, lb.affinity). It shares no code with the engine. */
class BalancerModel extends Fleet {
  readonly #balancer: BalancerPlan;
  readonly #requests: Request[] = [];

  constructor(balancer: BalancerPlan, ground: Ground) {
    super(balancer.pool, ground, '');
    this.#balancer = balancer;
    this.keepMinimum();
  }

  /** A client does something now. */
  act(act: BalancerAct): void {
    if (this.isDeleted && act.do !== 'leave') return this.ground.say('answers 404 auth.tenancy');
    if (act.do === 'delete') this.#delete();
    if (act.do === 'request') this.#receive(act.request);
    if (act.do === 'leave') this.#leave(this.#requests[act.request]);
    if (act.do === 'ping') this.ground.say(`answers ${this.#ping()}`);
    if (act.do === 'workers') this.ground.say(this.tellWorkers());
    if (act.do === 'scale') this.#scale(act.min, act.max);
    if (act.do === 'release') this.#patchImage(act.image);
  }

  /** Its workers are terminated, and what they handle breaks; then what waits fails (endpoint.delete). */
  #delete(): void {
    this.terminateAll();
    for (const request of this.#requests.filter(({ status }) => status === 'WAITING')) this.#fail(request, '503 lb.traffic');
    this.ground.say('answers 204');
  }

  protected override breakOff(worker: Worker): void {
    for (const request of this.#on(worker)) this.#fail(request, '502 lb.traffic');
  }

  #receive(plan: RequestPlan): void {
    const request: Request = { name: `request-${this.#requests.length}`, plan, status: 'WAITING', worker: null, isHeld: false };
    this.#requests.push(request);
    this.#move(request, 'WAITING');
    const { workerWait, strictWait, noWorker } = this.#balancer;
    const inVain = noWorker === '400' ? '400 lb.no-worker' : '503 lb.traffic';
    const wait = bindingFor(request) === null ? workerWait : strictWait;
    this.ground.set(`${request.name} wait`, this.now + wait, () => this.#fail(request, inVain));
    this.bind();
    this.takeNext();
    this.addWorkers();
    if (request.status === 'FAILED') return this.#answer(request, gone);
    request.isHeld = true;
    this.ground.say('holds');
  }

  #answer(request: Request, answer: string): void {
    if (request.isHeld) this.ground.say(`answers ${answer}`);
    this.#move(request, 'CLOSED');
    if (!request.isHeld) this.ground.say(`answers ${answer}`);
  }

  /** What waits, bound by a word to one worker: that is gone, or is started again as soon as there may be one more, or is woken (lb.affinity). */
  protected override bind(): void {
    for (const request of this.#requests.filter(({ status }) => status === 'WAITING')) {
      const binding = request.status === 'WAITING' ? bindingFor(request) : null;
      const worker = this.workers.find(({ name }) => name === `w${request.plan.names?.worker}`);
      const isDown = worker?.status === 'STOPPED';
      if (binding === null) continue;
      if (worker === undefined || (isDown && (binding === 'strict' || this.isStale(worker)))) this.#fail(request, gone);
      else if (isDown && !this.isFull()) this.launch(false, worker);
      else if (worker.status === 'ASLEEP' && !this.isFull()) this.wake(worker, false);
    }
  }

  protected override wake(worker: Worker, holdsMinimum: boolean): void {
    super.wake(worker, holdsMinimum);
    this.takeNext();
  }

  #patchImage(image: number): void {
    if (image !== this.plan.image) {
      this.plan = { ...this.plan, image };
      this.release();
      this.reconcile();
      this.#followPatch();
    }
    this.ground.say(`answers 200 image ${image}`);
  }

  #followPatch(): void {
    this.addWorkers();
    this.ground.serveWaiting();
    this.takeNext();
    this.bind();
  }

  #leave(request: Request | undefined): void {
    if (request === undefined || request.status === 'CLOSED') return;
    const worker = request.status === 'IN_FLIGHT' ? request.worker : null;
    this.#clear(request);
    this.#move(request, 'CLOSED');
    this.#release(worker, false);
  }

  /** What the load balancer knows of the health of its workers. */
  #ping(): string {
    if (this.with('IDLE', 'RUNNING').length > 0) return '200';
    return this.with('INITIALIZING').length > 0 ? '204' : '503 lb.health';
  }

  #scale(min: number, max: number): void {
    if (this.scale(min, max)) this.#followPatch();
    this.ground.say(`answers 200 ${min} to ${max}`);
  }

  /** A worker that starts answers its health check anew, and then what waits is sent (lb.health). */
  protected override launch(holdsMinimum: boolean, again?: Worker): void {
    const starting = this.with('INITIALIZING').length;
    super.launch(holdsMinimum, again);
    if (this.with('INITIALIZING').length > starting) this.takeNext();
  }

  #move(request: Request, status: Request['status']): void {
    request.status = status;
    this.ground.say(`${request.name} ${status}${status === 'IN_FLIGHT' ? ` on ${request.worker?.name}` : ''}`);
  }

  #clear({ name }: Request): void {
    for (const alarm of ['wait', 'answer', 'timeout']) this.ground.set(`${name} ${alarm}`, null, () => undefined);
  }

  #on(worker: Worker): readonly Request[] {
    return this.#requests.filter((one) => one.status === 'IN_FLIGHT' && one.worker === worker);
  }

  /** Waiting requests go, in their order, to the healthy worker with the fewest, the oldest of these; one that is bound to a worker goes to no other, and one that wishes for a worker goes there if it can. */
  protected takeNext(): void {
    for (const request of this.#requests.filter(({ status }) => status === 'WAITING')) {
      const withRoom = this.workers
        .filter(({ status }) => status !== 'STOPPED' && status !== 'ASLEEP')
        .slice(0, this.max)
        .filter((one) => ['IDLE', 'RUNNING'].includes(one.status) && this.#on(one).length < this.#balancer.perWorker)
        .filter((one) => !this.isUseless(one) && (!this.#isOnly(request) || isNamed(request, one)));
      const byBusyness = [...withRoom].sort((a, b) => this.#on(a).length - this.#on(b).length);
      const worker = withRoom.find((one) => isNamed(request, one)) ?? byBusyness[0];
      if (worker !== undefined) this.#start(request, worker);
    }
  }

  #start(request: Request, worker: Worker): void {
    const { ending, runs } = request.plan;
    if (worker.status === 'IDLE') this.moveWorker(worker, 'RUNNING');
    this.#clear(request);
    this.#move(Object.assign(request, { worker }), 'IN_FLIGHT');
    this.ground.set(`${request.name} answer`, ending !== 'hang' && this.now + runs, () => this.#end(request, worker));
    const may = Math.min(this.plan.timeout, this.#balancer.processingMax);
    this.ground.set(`${request.name} timeout`, this.now + may, () => this.#fail(request, '504 lb.traffic'));
  }

  #end(request: Request, worker: Worker): void {
    const { ending, status } = request.plan;
    if (ending === 'crash') return this.#crash(worker);
    const answer = ending === 'fail' && (status ?? 200) < 400 ? 500 : (status ?? 200);
    this.#clear(request);
    this.#move(request, 'ANSWERED');
    this.ground.say(`answers ${answer} by ${worker.name}`);
    this.#move(request, 'CLOSED');
    this.#release(worker, true);
  }

  /** The load balancer answers, because no worker does. */
  #fail(request: Request, answer: string): void {
    const worker = request.status === 'IN_FLIGHT' ? request.worker : null;
    this.#clear(request);
    this.#move(request, 'FAILED');
    if (request.isHeld) this.#answer(request, answer);
    this.#release(worker, false);
  }

  /** A place on a worker is free again, unless the worker went down. An answer, also that of a handler that fails, ends its crashes in a row. */
  #release(worker: Worker | null, isAnswer: boolean): void {
    if (worker?.status !== 'RUNNING') return;
    if (isAnswer) worker.crashes = 0;
    if (this.#on(worker).length === 0) {
      this.moveWorker(worker, 'IDLE');
      this.retire(worker);
    }
    this.takeNext();
  }

  /** The connections to it break at once. */
  #crash(worker: Worker): void {
    const isBroken = ++worker.crashes >= this.plan.crashLoop;
    this.goDown(worker, isBroken ? 'UNHEALTHY' : 'INITIALIZING');
    this.breakOff(worker);
    this.retire(worker);
    if (worker.holdsMinimum) this.keepMinimum();
    if (isBroken) this.addWorkers();
  }

  /** One for each `requestCount` requests that wait or are in flight. */
  protected addWorkers(): void {
    const { scaler } = this.plan;
    const open = this.#requests.filter(({ status }) => status === 'WAITING' || status === 'IN_FLIGHT').length;
    if ('requestCount' in scaler) this.launchUpTo(Math.ceil(open / scaler.requestCount), false);
  }

  protected override isBound(worker: Worker): boolean {
    return this.#requests.some((request) => request.status === 'WAITING' && this.#isOnly(request) && isNamed(request, worker));
  }

  /** Whether it may go to no other worker than the one that it names. */
  #isOnly({ plan: { names } }: Request): boolean {
    return names !== null && (this.#balancer.affinity === 'pins' || names.word !== '');
  }

  /** No worker has a job. */
  protected take(): void {}
  protected miss(): void {}
}

const gone = '404 lb.affinity';

/** The word that binds it to its worker, if one does. */
const bindingFor = ({ plan: { names } }: Request): 'strict' | 'strict-resume' | null =>
  names === null || names.word === '' ? null : names.word;

const isNamed = ({ plan: { names } }: Request, { name }: Worker): boolean => name === `w${names?.worker}`;

/** What comes of a plan, as the model says. */
export const playBalancerModel = (plan: BalancerPlan): Outcome => {
  const ground = new Ground(plan.pool.hosts);
  const model = new BalancerModel(plan, ground);
  for (const act of plan.acts) {
    ground.advance(act.at);
    model.act(act);
  }
  ground.advance(plan.pool.until);
  return { lines: ground.lines, cost: model.nanoDollars };
};
