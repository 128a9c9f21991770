/** Something that the platform has, and podsim does not simulate. */
export interface NotSimulated {
  readonly what: string;
  /** Where it is asked for: a method where others are simulated, and a path in which `{…}` is any word and `…` is all below. */
  readonly paths: readonly string[];
  /** What podsim answers, where a call comes to it at all. */
  readonly answer: string;
  readonly instead: string;
}

/** The one sentence about what is not simulated: what it is, what to do instead, and the page that says so (errors.unknown-route). */
export const explainNotSimulated = ({ what, instead }: NotSimulated): string =>
  `podsim does not simulate ${what}: ${instead}; docs/serving.md lists what is not simulated`;
