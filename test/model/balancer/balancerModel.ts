import { Ground } from '../ground.ts';
import type { Outcome } from '../plan.ts';
import { Pool } from '../pool.ts';
import type { Worker } from '../state.ts';
import type { BalancerAct, BalancerPlan, RequestPlan } from './plan.ts';

interface Request {
  readonly name: string;
  readonly plan: RequestPlan;
  status: 'WAITING' | 'IN_FLIGHT' | 'ANSWERED' | 'FAILED' | 'CLOSED';
  worker: Worker | null;
}

/** A load-balancing endpoint, after the rulebook (lb.traffic, lb.health, lb.affinity). It shares no code with the engine. */
class BalancerModel extends Pool {
  readonly #balancer: BalancerPlan;
  readonly #requests: Request[] = [];

  constructor(balancer: BalancerPlan, ground: Ground) {
    super(balancer.pool, ground, '');
    this.#balancer = balancer;
    this.keepMinimum();
  }

  /** A client does something now. */
  act(act: BalancerAct): void {
    if (act.do === 'request') this.#receive(act.request);
    if (act.do === 'leave') this.#leave(this.#requests[act.request]);
    if (act.do === 'ping') this.ground.say(`answers ${this.#ping()}`);
    if (act.do === 'workers') this.ground.say(this.tellWorkers());
    if (act.do === 'scale') this.#scale(act.min, act.max);
  }

  #receive(plan: RequestPlan): void {
    const request: Request = { name: `request-${this.#requests.length}`, plan, status: 'WAITING', worker: null };
    this.#requests.push(request);
    this.#move(request, 'WAITING');
    this.ground.set(`${request.name} wait`, this.now + this.#balancer.workerWait, () => this.#fail(request, '503'));
    this.takeNext();
    this.addWorkers();
    this.ground.say('holds');
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
    if (this.scale(min, max)) {
      this.addWorkers();
      this.ground.serveWaiting();
      this.takeNext();
    }
    this.ground.say(`answers 200 ${min} to ${max}`);
  }

  /** Where the maximum has grown, workers that were too many take requests before another is launched. */
  protected override launch(holdsMinimum: boolean): void {
    super.launch(holdsMinimum);
    this.takeNext();
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

  /** Waiting requests go, in their order, to the healthy worker with the fewest, the oldest of these; one that names its worker goes to no other. */
  protected takeNext(): void {
    for (const request of this.#requests.filter(({ status }) => status === 'WAITING')) {
      const withRoom = this.workers
        .filter(({ status }) => status !== 'STOPPED' && status !== 'ASLEEP')
        .slice(0, this.max)
        .filter((one) => ['IDLE', 'RUNNING'].includes(one.status) && this.#on(one).length < this.#balancer.perWorker)
        .filter(({ name }) => request.plan.only === null || name === `w${request.plan.only}`);
      const [worker] = [...withRoom].sort((a, b) => this.#on(a).length - this.#on(b).length);
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
    this.ground.set(`${request.name} timeout`, this.now + may, () => this.#fail(request, '504'));
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
    this.ground.say(`answers ${answer} lb.traffic`);
    this.#move(request, 'CLOSED');
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
    const lost = this.#on(worker);
    const isBroken = ++worker.crashes >= this.plan.crashLoop;
    this.goDown(worker, isBroken ? 'UNHEALTHY' : 'INITIALIZING');
    for (const request of lost) this.#fail(request, '502');
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

  protected override isBound({ name }: Worker): boolean {
    return this.#requests.some(({ status, plan: { only } }) => status === 'WAITING' && name === `w${only}`);
  }

  /** No worker has a job. */
  protected take(): void {}
  protected miss(): void {}
}

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
