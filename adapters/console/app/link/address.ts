import { hashOfPlace, type Place, placeOfHash } from './hash.ts';

/** The address of the page. It restores what is shown, and the browser's history undoes steps between views, selections and ranges. */
export class Address {
  /** The parts of the address besides the moment. A change of these is a step in the history. */
  #kept: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Where the address leads now. */
  get place(): Place {
    return placeOfHash(location.hash);
  }

  /** Calls back with each place that a reader goes to by it, or by Back and Forward. */
  listen(follow: (place: Place) => void): void {
    addEventListener('hashchange', () => {
      const { place } = this;
      clearTimeout(this.#timer);
      this.#kept = textOfKept(place);
      follow(place);
    });
  }

  /** Leads to a place from now on. It does a little later: browsers allow few changes of it in a second. */
  leadTo(place: Place): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const kept = textOfKept(place);
      const isStep = this.#kept !== undefined && this.#kept !== kept;
      this.#kept = kept;
      history[isStep ? 'pushState' : 'replaceState'](null, '', hashOfPlace(place) || ' ');
    }, 300);
  }
}

const textOfKept = ({ seq: _seq, time: _time, ...kept }: Place): string => hashOfPlace(kept);
