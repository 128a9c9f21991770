/** One value for each name, made when it is first changed. */
export class ByName<T> {
  readonly #all = new Map<string, T>();
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** For reading. For an unknown name this is a new, empty value that is not stored. */
  of(name: string): T {
    return this.#all.get(name) ?? this.#make();
  }

  /** For changing. For an unknown name a new value is stored. */
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
