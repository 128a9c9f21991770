/** A bug in the engine. Nothing in `engine/` catches it: a world whose invariant is violated must stop, not continue with a wrong state. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/**
 * Throws {@link InvariantViolation} if the condition does not hold. A message that is costly to build is passed as a function,
 * which runs only on failure.
 */
export function invariant(holds: boolean, broken: string | (() => string)): asserts holds {
  if (!holds) throw new InvariantViolation(typeof broken === 'string' ? broken : broken());
}
