import type { ImageFacts } from '../cloud/catalog/imageFacts.ts';
import { defaultSettings, kinds, type Settings } from '../cloud/entities.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { Context, Mutable } from '../kernel/decider.ts';
import { shortIdsFrom, type Uuid, uuidsFrom } from '../kernel/ids.ts';
import { type Draw, drawsFrom } from '../kernel/rng.ts';
import { worldStart } from '../kernel/time.ts';
import type { SimulationOptions } from './options.ts';

/** The conditions of a simulation, except its entities. Inputs change the seed and the settings; the rest stays. */
export class Configuration {
  readonly startMs: number;
  readonly handlers: Readonly<Record<string, HandlerFunction>>;
  readonly webhooks: readonly string[];
  /** Images that the world names. */
  readonly images: ReadonlyMap<string, ImageFacts>;
  settings!: Settings;
  seed!: string;
  draw!: Draw;
  uuid!: Uuid;
  shortId!: (key: string) => string;
  /** The basis of each kind's decisions, by the place of the kind; the loop sets `now` before each decision. */
  contexts: readonly Mutable<Context<unknown>>[] = [];
  readonly #givenDraw: Draw | undefined;

  constructor({ seed, draw, startMs, settings, handlers, webhooks, images = [] }: SimulationOptions) {
    this.startMs = startMs;
    this.handlers = handlers ?? {};
    this.webhooks = webhooks ?? [];
    this.images = new Map(images.map((image) => [image.name, image]));
    this.#givenDraw = draw;
    this.reseed(seed);
    this.configure(settings ?? defaultSettings);
  }

  /** Draws and new ids follow this seed from now on. */
  reseed(seed: string): void {
    this.seed = seed;
    this.draw = this.#givenDraw ?? drawsFrom(seed);
    this.uuid = uuidsFrom(seed);
    this.shortId = shortIdsFrom(seed);
    for (const context of this.contexts) context.draw = this.draw;
  }

  /** Decisions follow these settings from now on. Timers that are scheduled already stay as they are. */
  configure(settings: Settings): void {
    this.settings = settings;
    this.contexts = kinds.map((kind) => ({ now: worldStart, settings: settings[kind], draw: this.draw }));
  }
}
