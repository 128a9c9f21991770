import type { HandlerFunction } from '../../engine/cloud/index.ts';
import { InvalidArgument, suggestion } from '../../engine/kernel/index.ts';
import type { WorldDefinition } from '../../engine/simulator/index.ts';
import { checkKinds, checkOptions, kindOfValue, type OptionNames } from './checks/given.ts';
import type { WorldSource } from './definition.ts';
import type { WebhookHandler } from './webhooks.ts';

export interface CreateWorldOptions extends WorldSource {
  /**
   * `manual`: time moves only by `advance`. `auto`: a pending call runs time forward to its answer, and a poll of something still
   * in progress lets time run, after the answer, to its next change.
   */
  readonly clock?: 'manual' | 'auto';
  /** Handlers written as functions, by endpoint id. They must be pure and synchronous, or a fork would differ from its world. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  /** Takes the webhooks of all jobs, and answers with a status. What it answers is in the log, as an input. */
  readonly onWebhook?: WebhookHandler;
  /** How long `onWebhook` may take to answer, in real time: `4s` unless given. After that no answer has come, and the test gets an error. */
  readonly webhookTimeout?: string;
}

// biome-ignore format: a table
export const createWorldOptions: OptionNames<CreateWorldOptions> = {
  seed: 1, start: 1, scenario: 1, world: 1, timing: 1, settings: 1, apiKey: 1,
  clock: 1, handlers: 1, onWebhook: 1, webhookTimeout: 1,
};

// biome-ignore format: a table
const kinds: Parameters<typeof checkKinds>[2] = {
  seed:     ['string', "a text, such as 'a'"],
  scenario: ['string', 'a file, or its text; an object goes to world'],
  world:    ['object', 'an object, such as { endpoints: [{ id: … }] }; a file, or its text, goes to scenario'],
  timing:   ['string', "a name, such as 'measured-2026-12'"],
  apiKey:   ['string', "a text, such as 'a-key'"],
  webhookTimeout: ['string', "a duration of real time, such as '4s'"],
  handlers: ['object', "an object of functions, such as { 'ep-demo': (job) => ({ … }) }"],
};

/** Throws if a handler would never be asked. */
export const checkHandlers = ({ handlers = {} }: Pick<CreateWorldOptions, 'handlers'>, { endpoints }: WorldDefinition): void => {
  const ids = endpoints.map(({ id }) => id);
  const unknown = Object.keys(handlers).find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new InvalidArgument(
      `createWorld: handlers: this world has no endpoint '${unknown}'${suggestion(unknown, ids, 'its definition', 'there')}`,
    );
};

/** Throws if there is no such option, or no such clock. */
export const checkCreateWorld = (options: CreateWorldOptions): void => {
  checkOptions('createWorld', options, createWorldOptions);
  checkKinds('createWorld', options, kinds);
  const { clock = 'manual', onWebhook } = options;
  if (onWebhook !== undefined && typeof onWebhook !== 'function')
    throw new InvalidArgument(
      `createWorld: onWebhook: takes a function, such as ({ payload }) => 200, and got ${kindOfValue(onWebhook)}; the URL of a webhook stands in the body of a job, as \`webhook\``,
    );
  if (clock !== 'manual' && clock !== 'auto')
    throw new InvalidArgument(
      `createWorld: clock ${typeof clock === 'string' ? `'${clock}'` : JSON.stringify(clock)} is neither 'manual' nor 'auto'; \`podsim serve --clock\` has realtime and measured`,
    );
};
