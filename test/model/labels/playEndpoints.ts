import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { World } from '../../../engine/world/world.ts';
import { callOf } from '../../support/worlds/worlds.ts';
import { scalingOf } from '../definition.ts';
import type { Plan } from '../plan.ts';
import { PlayedEndpoint } from '../playInEngine.ts';
import type { EndpointAct } from './endpoints.ts';

/** The endpoints of the engine that an account creates over the API, in the words of the model. */
export class PlayedEndpoints {
  readonly #plan: Plan;
  readonly #say: (line: string) => void;
  readonly #played: PlayedEndpoint[] = [];
  /** Their ids, in the order in which they were created. */
  readonly ids: string[] = [];

  constructor(plan: Plan, say: (line: string) => void) {
    this.#plan = plan;
    this.#say = say;
  }

  /** What a worker of one of them has done, if it has. */
  hear(change: StateChange): void {
    if (change.event.type === 'EndpointCreated') {
      this.#played.push(new PlayedEndpoint(change.id, `ep-${this.ids.length}-`, this.#say));
      this.ids.push(change.id);
    }
    for (const one of this.#played) one.hear(change);
  }

  /** Does what a client does, and says what is answered. */
  act(world: World, act: EndpointAct): void {
    const { at } = act;
    if (act.do === 'create') return this.#call(world, callOf('createEndpoint', {}, { at, body: this.#write(act.min, act.max) }), at);
    if (act.do === 'list') return this.#call(world, callOf('listEndpoints', {}, { at }), at);
    const id = this.ids[act.endpoint] ?? 'none';
    if (act.do === 'delete') return this.#call(world, callOf('deleteEndpoint', { id }, { at }), at);
    const played = this.#played[act.endpoint];
    if (played !== undefined && world.state.find('endpoint', id) !== undefined) return played.act(world, act);
    this.#call(world, callOf('updateEndpoint', { id }, { at, body: { workers: { min: act.min, max: act.max } } }), at);
  }

  #write(min: number, max: number): Json {
    const { scaler, idle, timeout } = this.#plan;
    return {
      name: 'e',
      type: 'QUEUE',
      scaling: { ...scalingOf(scaler) },
      workers: { min, max, idleTimeout: idle / 1_000 },
      timeout,
      flashboot: 'FLASHBOOT',
      image: `of/ep-${this.ids.length}:1`,
      env: { A: '0' },
      gpu: { pools: ['ADA_24'] },
    };
  }

  #call(world: World, input: Parameters<World['call']>[0], at: number): void {
    const reply = world.call(input);
    if (!('answer' in reply)) throw new Error(`${input.operation} at ${at} is not answered at once`);
    const { status, body } = reply.answer;
    const shown = body as unknown as {
      readonly id: string;
      readonly workers: Workers;
      readonly endpoints: readonly { readonly id: string }[];
    };
    const name = (id: string): string => `ep-${this.ids.indexOf(id)}`;
    if (status === 201) this.#say(`${at} answers 201 ${name(shown.id)} ${shown.workers.min} to ${shown.workers.max}`);
    else if (status === 200) this.#say(`${at} answers 200 ${shown.endpoints.map(({ id }) => name(id)).join(' ')}`);
    else this.#say(`${at} answers ${status}`);
  }
}

interface Workers {
  readonly min: number;
  readonly max: number;
}
