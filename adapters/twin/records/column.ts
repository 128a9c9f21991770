/** A growing column of numbers. A million of them take 8 MB; objects would take fifty. */
export class NumberColumn {
  #values = new Float64Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Float64Array(2 * this.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(k: number): number {
    return this.#values[k] ?? Number.NaN;
  }

  /** Sorts the values by these places. */
  sortBy(order: Uint32Array): void {
    const sorted = new Float64Array(order.length);
    for (let place = 0; place < order.length; place++) sorted[place] = this.at(order[place] ?? 0);
    this.#values = sorted;
  }
}
