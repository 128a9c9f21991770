/** Something for each of some names: it begins when its name does, or when there is first something to note of it. */
export class ByName<T> {
  readonly #all = new Map<string, T>();
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** To be read. Of a name of which nothing is known that is something empty, and belongs to nobody. */
  of(name: string): T {
    return this.#all.get(name) ?? this.#make();
  }

  /** To be changed. */
  own(name: string): T {
    const known = this.#all.get(name);
    if (known !== undefined) return known;
    const made = this.#make();
    this.#all.set(name, made);
    return made;
  }

  set(name: string, one: T): void {
    this.#all.set(name, one);
  }

  drop(name: string): void {
    this.#all.delete(name);
  }

  [Symbol.iterator](): IterableIterator<[name: string, one: T]> {
    return this.#all.entries();
  }
}
