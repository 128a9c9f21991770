/** A lifecycle, laid out. Lengths are in pixels of a diagram drawn at its natural size; texts are 13 px high. */
export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly statuses: readonly (Box & { readonly status: string })[];
  readonly edges: readonly DiagramEdge[];
}

/** All transitions from one status to another. Those that keep the status are not drawn. */
export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  /** The corners of the line, from its begin to its end. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Where its number stands, if it has one. */
  readonly badge: Box;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
