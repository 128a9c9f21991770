/** The words of the reference about a key that its schema lacks. */
export interface KeyWords {
  readonly about?: string;
  readonly byDefault?: string;
  /** As YAML, where no file of the repository has the key. */
  readonly example?: string;
  /** The same, but an example of a file of the repository counts more. */
  readonly exampleElse?: string;
}

/** By path, without lists. */
export type WordTable = Readonly<Record<string, KeyWords>>;
