/** Why rows were left out, and which: a reason is kept once, with its first lines. */
export class LeftOut {
  readonly #reasons = new Map<string, { count: number; readonly places: string[] }>();
  count = 0;

  add(reason: string, place: string): void {
    this.count += 1;
    const known = this.#reasons.get(reason) ?? { count: 0, places: [] };
    known.count += 1;
    if (known.places.length < placesMax) known.places.push(place);
    this.#reasons.set(reason, known);
  }

  /** `3 rows: execution is empty (lines 4, 9, 12)`, the most frequent first. */
  get lines(): readonly string[] {
    return [...this.#reasons]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(
        ([reason, { count, places }]) =>
          `${count} ${count === 1 ? 'row' : 'rows'}: ${reason} (${places.join(', ')}${count > places.length ? ', …' : ''})`,
      );
  }
}

const placesMax = 3;
