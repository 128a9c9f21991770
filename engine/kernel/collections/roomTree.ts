/**
 * The free room of a list of places, and the first place with enough of it. It is a tree in which each node knows the most room of
 * any place below it. A search or an update takes as many steps as the tree is high.
 */
export class RoomTree {
  /** Node 1 is the root; the children of node n are 2n and 2n + 1; the last half are the places. */
  readonly #most: Float64Array;
  readonly #width: number;

  constructor(rooms: readonly number[]) {
    let width = 1;
    while (width < rooms.length) width *= 2;
    this.#width = width;
    this.#most = new Float64Array(2 * width).fill(Number.NEGATIVE_INFINITY);
    this.#most.set(rooms, width);
    for (let node = width - 1; node > 0; node--) this.#most[node] = this.#below(node);
  }

  set(place: number, room: number): void {
    let node = this.#width + place;
    this.#most[node] = room;
    for (node = Math.floor(node / 2); node > 0; node = Math.floor(node / 2)) this.#most[node] = this.#below(node);
  }

  /** The first place at or after `from` that has this much room; undefined if none has. */
  first(from: number, room: number): number | undefined {
    if (from >= this.#width) return undefined;
    let node = this.#width + from;
    while (this.#at(node) < room) {
      // Climb while the node is a right child, then go to its right sibling.
      while (node % 2 === 1) node = (node - 1) / 2;
      if (node === 0) return undefined;
      node += 1;
    }
    while (node < this.#width) {
      node *= 2;
      if (this.#at(node) < room) node += 1;
    }
    return node - this.#width;
  }

  #at(node: number): number {
    return this.#most[node] as number;
  }

  #below(node: number): number {
    return Math.max(this.#at(2 * node), this.#at(2 * node + 1));
  }
}
