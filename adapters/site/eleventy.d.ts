/** The parts of the generator that the site uses; it has no types of its own. */
declare module '@11ty/eleventy' {
  export interface MarkdownToken {
    type: string;
    tag: string;
    content: string;
    info: string;
    children: MarkdownToken[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  /** markdown-it, as the generator hands it on. */
  export interface MarkdownLibrary {
    readonly core: {
      readonly ruler: {
        push(
          name: string,
          rule: (state: {
            tokens: MarkdownToken[];
            readonly env: unknown;
            readonly Token: new (type: string, tag: string, nesting: number) => MarkdownToken;
          }) => void,
        ): void;
      };
    };
  }

  export interface GeneratorConfig {
    setQuietMode(quiet: boolean): void;
    setInputDirectory(folder: string): void;
    setIncludesDirectory(folder: string): void;
    setOutputDirectory(folder: string): void;
    setUseGitIgnore(use: boolean): void;
    setLayoutResolution(resolve: boolean): void;
    amendLibrary(name: 'md', amend: (library: MarkdownLibrary) => void): void;
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: null; config: (config: GeneratorConfig) => object },
    );
    write(): Promise<void>;
  }
}
