/** A problem with the queue that the user can fix. Only its message is printed. */
export class QueueProblem extends Error {
  override readonly name = 'QueueProblem';
}
