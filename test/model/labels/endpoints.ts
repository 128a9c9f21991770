import type { Ground } from '../ground.ts';
import { Model } from '../model.ts';
import type { Plan } from '../plan.ts';
import type { Billed } from './bills.ts';

/** Endpoints are numbered by the order in which they are created, from 0. */
export type EndpointAct = { readonly at: number } & (
  | { readonly do: 'create'; readonly min: number; readonly max: number }
  | { readonly do: 'scale'; readonly endpoint: number; readonly min: number; readonly max: number }
  | { readonly do: 'delete'; readonly endpoint: number }
  | { readonly do: 'list' }
);

interface LabeledEndpoint {
  readonly name: string;
  readonly at: number;
  readonly model: Model;
  isDeleted: boolean;
}

/** Queue endpoints of one account that come and go, without jobs: what they cost is that of the workers that they keep. */
export class Endpoints {
  readonly #plan: Plan;
  readonly #ground: Ground;
  readonly #all: LabeledEndpoint[] = [];

  /** They are all created as this one, but for their number of workers. */
  constructor(plan: Plan, ground: Ground) {
    this.#plan = plan;
    this.#ground = ground;
  }

  act(act: EndpointAct): void {
    const ground = this.#ground;
    if (act.do === 'create') return this.#create(act.min, act.max);
    const there = this.#all.filter(({ isDeleted }) => !isDeleted);
    if (act.do === 'list') {
      const newestFirst = [...there].reverse();
      return ground.say(`answers 200 ${newestFirst.map(({ name }) => name).join(' ')}`);
    }
    const endpoint = this.#all[act.endpoint];
    if (endpoint === undefined || endpoint.isDeleted) return ground.say('answers 404');
    if (act.do === 'scale') return endpoint.model.act(act);
    endpoint.isDeleted = true;
    endpoint.model.close();
    ground.say('answers 204');
  }

  #create(min: number, max: number): void {
    const name = `ep-${this.#all.length}`;
    const model = new Model({ ...this.#plan, min, max }, this.#ground, `${name}-`);
    this.#all.push({ name, at: this.#ground.now, model, isDeleted: false });
    this.#ground.say(`answers 201 ${name} ${min} to ${max}`);
  }

  /** When it was created; undefined if it is not there. */
  bornAt(number: number): number | undefined {
    const endpoint = this.#all[number];
    return endpoint?.isDeleted === false ? endpoint.at : undefined;
  }

  get costs(): readonly Billed[] {
    return this.#all.map(({ name, model }) => ({
      name,
      since: model.costsSince,
      amountsUntil: (at) => [model.nanoDollarsUntil(at), 0n],
    }));
  }

  get nanoDollars(): bigint {
    return this.#all.reduce((sum, { model }) => sum + model.nanoDollars, 0n);
  }
}
