/** One value for each name, made when it is first changed. */
export class ByName<T> {
  readonly #all = new Map<string, T>();
  readonly #make: () => T;
  /** The last name that was found, and its value: mostly the next that is looked for is the same. */
  #name: string | undefined;
  #one: T | undefined;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** For reading. For an unknown name this is a new, empty value that is not stored. */
  of(name: string): T {
    return this.#find(name) ?? this.#make();
  }

  /** For changing. For an unknown name a new value is stored. */
  own(name: string): T {
    const known = this.#find(name);
    if (known !== undefined) return known;
    const made = this.#make();
    this.set(name, made);
    return made;
  }

  set(name: string, one: T): void {
    this.#all.set(name, one);
    this.#name = undefined;
  }

  drop(name: string): void {
    this.#all.delete(name);
    this.#name = undefined;
  }

  #find(name: string): T | undefined {
    if (name === this.#name) return this.#one;
    const found = this.#all.get(name);
    if (found === undefined) return undefined;
    this.#name = name;
    this.#one = found;
    return found;
  }

  [Symbol.iterator](): IterableIterator<[name: string, one: T]> {
    return this.#all.entries();
  }
}
