/** The one generator we use of seedrandom, by its own path: the package's front door also loads Node's `crypto`. */
declare module 'seedrandom/lib/alea.js' {
  interface AleaState {
    readonly c: number;
    readonly s0: number;
    readonly s1: number;
    readonly s2: number;
  }
  interface Alea {
    /** The next 32 bits, as a number in [0, 1). */
    (): number;
    /** The next 53 bits, of two outputs, as a number in [0, 1). */
    double(): number;
  }
  export default function alea(seed: string, options?: { readonly state: AleaState }): Alea;
}
