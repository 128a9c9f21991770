/**
 * A mistake of whoever calls the engine, found before anything changed: the world goes on. Its message says what was
 * given, what was expected, and what to do.
 */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument';
}
