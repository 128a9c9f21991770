/** Our own bug. Nothing in `engine/` catches it: a world whose invariant broke must stop, not go on wrong. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/** Throws {@link InvariantViolation} when what must always hold does not. Words that name something are made when it does not: mostly never. */
export function invariant(holds: boolean, broken: string | (() => string)): asserts holds {
  if (!holds) throw new InvariantViolation(typeof broken === 'string' ? broken : broken());
}
