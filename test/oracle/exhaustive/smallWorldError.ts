/** A small world has something that cannot be looked at whole. The message says what to change. */
export class SmallWorldError extends Error {
  override readonly name = 'SmallWorldError';
}
