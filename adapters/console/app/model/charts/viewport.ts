import type { TimeScale } from './timeScale.ts';

/** The narrowest part of a scale that is shown. */
const widthMin = 1e-5;

/** The part of a time scale that is in sight, from `begin` to `end` of it. Its own places are again 0 to 1. */
export class Viewport {
  readonly #scale: TimeScale;
  readonly begin: number;
  readonly width: number;

  constructor(scale: TimeScale, begin = 0, width = 1) {
    this.#scale = scale;
    this.width = Math.min(1, Math.max(widthMin, width));
    this.begin = Math.min(Math.max(0, begin), 1 - this.width);
  }

  /** Where a time is drawn; outside 0 to 1 it is out of sight. */
  place(at: number): number {
    return (this.#scale.place(at) - this.begin) / this.width;
  }

  time(place: number): number {
    return this.#scale.time(this.begin + place * this.width);
  }

  /** The end of the log. */
  get end(): number {
    return this.#scale.end;
  }

  get isWhole(): boolean {
    return this.width === 1;
  }

  /** Shows less, or more, around a place that stays where it is. */
  zoom(factor: number, around: number): Viewport {
    const width = Math.min(1, Math.max(widthMin, this.width * factor));
    return new Viewport(this.#scale, this.begin + around * (this.width - width), width);
  }

  move(by: number): Viewport {
    return new Viewport(this.#scale, this.begin + by * this.width, this.width);
  }

  /** The same part of another scale: the log has grown. */
  on(scale: TimeScale): Viewport {
    return scale === this.#scale ? this : new Viewport(scale, this.begin, this.width);
  }
}
