import type { ScenarioPart, SchemaNode } from '../../../engine/process/index.ts';

/** A kind of file: its schema, the files that show how its keys are used, and its name in words. */
export interface FileSource {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly example: (path: readonly string[]) => string | undefined;
  /** The default of the key, if no schema says it. */
  readonly byDefault?: (path: readonly string[]) => string | undefined;
}

export interface Section {
  readonly source: FileSource;
  readonly part: Pick<ScenarioPart, 'path' | 'what'>;
}
