/** A cache of values by the texts that they are made from. A full cache evicts its oldest value (FIFO). */
export class BoundedCache<Value> {
  readonly #most: number;
  readonly #byText = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a text, made if it is not cached. Undefined values are not cached. */
  get(text: string, make: () => Value | undefined): Value | undefined {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (made === undefined) return undefined;
    const [oldest] = this.#byText.size < this.#most ? [] : this.#byText.keys();
    if (oldest !== undefined) this.#byText.delete(oldest);
    this.#byText.set(text, made);
    return made;
  }
}
