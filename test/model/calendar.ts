/** What is due when. Of what is due at one time, the first that was set comes first. */
export class Calendar {
  readonly #alarms = new Map<string, { readonly due: number; readonly order: number; readonly act: () => void }>();
  #set = 0;

  /** Sets, moves or clears (null) an alarm. One that is set for that time already keeps its place. */
  set(name: string, due: number | null, act: () => void): void {
    if (this.#alarms.get(name)?.due === due) return;
    this.#alarms.delete(name);
    if (due !== null) this.#alarms.set(name, { due, order: this.#set++, act });
  }

  /** Rings all that is due by then, in order, and calls `pass` with each time that comes. */
  advance(until: number, pass: (to: number) => void): void {
    for (let alarm = this.#take(until); alarm !== undefined; alarm = this.#take(until)) {
      pass(alarm.due);
      alarm.act();
    }
    pass(until);
  }

  /** Takes the next alarm, if it is due by then. */
  #take(until: number): { readonly due: number; readonly act: () => void } | undefined {
    const [next] = [...this.#alarms].sort(([, a], [, b]) => a.due - b.due || a.order - b.order);
    if (next === undefined || next[1].due > until) return undefined;
    this.#alarms.delete(next[0]);
    return next[1];
  }
}
