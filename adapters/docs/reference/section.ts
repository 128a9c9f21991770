import type { ScenarioPart, SchemaNode } from '../../../engine/process/index.ts';

/** A kind of file: its schema, the files that show how its keys are used, and what words name it. */
export interface FileSource {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly example: (path: readonly string[]) => string | undefined;
  /** What the key has that is not given, where no schema says it. */
  readonly byDefault?: (path: readonly string[]) => string | undefined;
}

export interface Section {
  readonly source: FileSource;
  readonly part: Pick<ScenarioPart, 'path' | 'what'>;
}
