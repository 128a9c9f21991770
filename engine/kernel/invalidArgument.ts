/**
 * A mistake of the engine's caller. It is thrown before anything changes, so the world can still be used. Its message names the given and
 * the expected value, and the remedy.
 */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument';
}
