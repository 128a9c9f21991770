/** A scenario file as text, with the files that it includes by their paths. Everything that a page needs to play it. */
export interface ScenarioText {
  readonly file: string;
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  /** Instead of the file's own seed. */
  readonly seeds?: readonly string[];
  /** Changes made to it, in order: each is the text of a change, as `podsim log compare --change` reads it from a file. */
  readonly changes?: readonly string[];
}

/** A run of a scenario file, and its outcome in Node when the page was made. */
export interface KnownRun {
  /** Its place among the runs of its file. */
  readonly index: number;
  readonly title: string;
  readonly member: string | null;
  readonly entries: number;
  readonly fingerprint: string;
  /** Of a failure that the explorer found: when it became inevitable. */
  readonly inevitable?: Inevitable;
  /** Failures that only Node finds, such as those of a client's property, and the entry to look at. */
  readonly failure?: { readonly words: string; readonly seq?: number };
}

/** The share of other futures that fail, from some moments of a run on, and a sentence about it. */
export interface Inevitable {
  readonly words: string;
  readonly moments: readonly {
    /** The newest entry then. */
    readonly after: number;
    readonly failing: number;
    readonly of: number;
    readonly what: string;
  }[];
}

/** The text of a lesson file, with the scenario files that it names by their paths, and its description in a list of lessons. */
export interface LessonText {
  readonly file: string;
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  readonly number: string;
  readonly title: string;
  readonly goal: string;
}

/** The data that a page is made with. */
export interface PageData {
  readonly engine: string;
  readonly scenarios: readonly (ScenarioText & { readonly runs: readonly KnownRun[] })[];
  /** A page with lessons is a course. */
  readonly lessons?: readonly LessonText[];
  /** Whether a server serves the course, next to its console. */
  readonly isServed?: boolean;
  /** The page came from a server: it shows the worlds of that. */
  readonly live?: boolean;
  /** It opens with the scenario as text, which is yet to be written, unless its address names a view. */
  readonly isNew?: boolean;
}

/** The element of the page that holds its data. */
export const dataId = 'podsim-data';

/** The element that holds the code of the editor, which is started only when the editor is opened. */
export const editorId = 'podsim-editor';

/** The element into which a page draws that reports without a run. */
export const reportId = 'report';
