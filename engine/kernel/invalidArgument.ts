/**
 * A mistake of the engine's caller. It is thrown before anything changes, so the world can still be used. Its message says what
 * was given, what was expected, and what to do.
 */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument';
}
