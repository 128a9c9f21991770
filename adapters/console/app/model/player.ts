import { effect } from '@preact/signals';
import type { Desk } from './desk.ts';

/** Lets time run: the head moves with each frame, over folded gaps as fast as the tape shows them. */
export class Player {
  readonly #desk: Desk;
  #frame = 0;
  #last = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
    // A jump ends the playing.
    effect(() => {
      if (desk.playhead.value === undefined) this.stop();
    });
  }

  toggle(): void {
    if (this.#desk.playhead.value === undefined) this.#start();
    else this.stop();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#desk.playhead.value = undefined;
  }

  #start(): void {
    const { log, seq, scale } = this.#desk;
    if (log === undefined || log.length === 0) return;
    // At the end, playing starts again from the beginning.
    const { begin, end } = scale.value;
    const at = log.at(seq.value);
    const from = seq.value >= log.length || at >= end || at < begin ? begin : at;
    if (from === begin) seq.value = log.lastUpTo(begin);
    this.#desk.playhead.value = from;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#move);
  }

  readonly #move = (now: number): void => {
    const { log, playhead, seq, speed, scale } = this.#desk;
    const head = playhead.value;
    if (log === undefined || head === undefined) return;
    const passed = Math.min(now - this.#last, 100) * speed.value;
    this.#last = now;
    const gap = scale.value.folded.find(({ from, to }) => head >= from && head < to);
    // A folded gap takes a second at most.
    const next = head + (gap === undefined ? passed : Math.max(passed, (gap.to - gap.from) / 60));
    const end = Math.min(log.end, scale.value.end);
    if (next >= end) {
      this.stop();
      seq.value = log.lastUpTo(end);
      return;
    }
    playhead.value = next;
    seq.value = log.lastUpTo(next);
    this.#frame = requestAnimationFrame(this.#move);
  };
}
