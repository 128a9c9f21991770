/** What the page of coverage is made with. */
export interface CoveragePageData {
  readonly engine: string;
  /** What a client should be ready for that the runs have never seen, and the rule that says so. */
  readonly neverSeen: readonly { readonly words: string; readonly rule: string }[];
  readonly families: readonly {
    readonly name: string;
    readonly about: string;
    /** How often the runs met each of it; 0 = never. */
    readonly times: Readonly<Record<string, number>>;
  }[];
}

/** The element that holds the data. */
export const coverageDataId = 'podsim-coverage';
