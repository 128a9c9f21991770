import type { Completions } from '../../../../engine/scenario/index.ts';

/** Something wrong with a text, at its place. Lines and columns count from 1. */
export interface TextProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly isError: boolean;
  /** The text cannot be played. Another error only means that a run cannot pass. */
  readonly preventsRun?: boolean;
}

export interface CodeEditorOptions {
  readonly text: string;
  readonly label: string;
  /** Called a little after each change. */
  readonly check: (text: string) => readonly TextProblem[];
  readonly complete: (text: string, offset: number) => Completions;
  readonly onChange: (text: string) => void;
  /** Ctrl and Enter. */
  readonly onRun: () => void;
}

/** An editor of text in the page. */
export interface CodeEditor {
  setText(text: string): void;
  /** Moves to a place, and takes the focus. */
  goTo(line: number, column: number): void;
  /** Checks the text again, because more is known about it now. */
  recheck(): void;
  close(): void;
}

export type OpenCodeEditor = (host: HTMLElement, options: CodeEditorOptions) => CodeEditor;

declare global {
  /** Set by the editor's own script (`codeEditor.ts`). */
  var podsimEditor: OpenCodeEditor | undefined;
}
