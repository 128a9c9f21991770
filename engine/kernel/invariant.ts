/** A bug in the engine. Nothing in `engine/` catches it: a world whose invariant is violated must stop, not continue with a wrong state. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
  /** The name of the invariant, if it has one. */
  readonly invariant: string | undefined;

  /** The message of an invariant with a name begins with that name. */
  constructor(words: string, invariant?: string) {
    super(invariant === undefined ? words : `${invariant}: ${words}`);
    this.invariant = invariant;
  }
}

/**
 * Throws {@link InvariantViolation} if the condition does not hold. A message that is costly to build is passed as a function,
 * which runs only on failure.
 */
export function invariant(holds: boolean, broken: string | (() => string), name?: string): asserts holds {
  if (!holds) throw new InvariantViolation(typeof broken === 'string' ? broken : broken(), name);
}
