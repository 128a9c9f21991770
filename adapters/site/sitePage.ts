/** A page before it becomes HTML. Paths are relative to the top of the site, and have slashes. */
export interface SitePage {
  /** Where it will be: `docs/serving.html`. */
  readonly path: string;
  /** The file of the repository whose links it has: `docs/serving.md`; its own path where it is made here. */
  readonly source: string;
  readonly title: string;
  readonly markdown: string;
  /** Its description in search results, besides its title. */
  readonly kind: 'page' | 'rule' | 'scenario' | 'lesson';
}

/** A path to the top of the site from a page. */
export const topFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);

/** Text that Markdown and HTML leave as it is. */
export const plainMarkdown = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll(/[\\`*_[\]|]/g, (sign) => `\\${sign}`);
