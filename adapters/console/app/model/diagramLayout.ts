/** A lifecycle, laid out. Lengths are in pixels of a diagram drawn at its natural size; texts are 13 px high. */
export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly statuses: readonly (Box & { readonly status: string })[];
  readonly edges: readonly DiagramEdge[];
}

/** All transitions from one status to another. The diagram leaves out transitions that keep the status. */
export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  /** The corners of the line, from its begin to its end. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The position of its number, if it has one. */
  readonly badge: Box;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
