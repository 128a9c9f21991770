import { maskSecrets } from '../../../engine/scenario/index.ts';
import { dataId, editorId, type PageData, type ScenarioText } from '../app/pageData.ts';
import { escapeHtml } from '../app/text.ts';

/** The parts of the page that are the same for every run: `dist/console` holds them. */
export interface PageParts {
  readonly script: string;
  /** The script of a page with lessons, or of served worlds. */
  readonly course: string;
  readonly style: string;
  /** The editor: the page holds it as text, and starts it when it is opened. */
  readonly editor: string;
}

/** One HTML file, which asks for nothing beyond itself. Its policy allows exactly its own script and style. */
export const pageHtml = (parts: PageParts, given: PageData): string => {
  const data = maskData(given);
  const made = new PageFrame(data.lessons === undefined ? parts : partsOfCourse(parts));
  return made.html(data, policyMeta(made.policy));
};

/** The data without API keys: a page is handed on. */
export const maskData = (data: PageData): PageData => ({
  ...data,
  scenarios: data.scenarios.map((scenario) => ({
    ...maskTexts(scenario),
    ...(scenario.changes === undefined ? {} : { changes: scenario.changes.map(maskSecrets) }),
  })),
  ...(data.lessons === undefined ? {} : { lessons: data.lessons.map(maskTexts) }),
});

const maskTexts = <Texts extends Pick<ScenarioText, 'text' | 'files'>>(given: Texts): Texts => ({
  ...given,
  text: maskSecrets(given.text),
  files: maskFiles(given.files),
});

const maskFiles = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, maskSecrets(text)]));

/** The element that gives a page from disk its policy. */
export const policyMeta = (policy: Policy): string => {
  const rules = Object.entries(policy).map(([name, sources]) => `${kebab(name)} ${sources.join(' ')}`);
  return `<meta http-equiv="content-security-policy" content="${rules.join('; ')}">\n`;
};

/** The same page as a server sends it, with its policy for a header: one of a world may ask the server that it came from. */
export const pageToServe = (parts: CourseParts, data: PageData): { readonly html: string; readonly policy: Policy } => {
  const made = new PageFrame(partsOfCourse(parts));
  const asks = data.live === true ? { connectSrc: ["'self'"] } : {};
  return { html: made.html(data, ''), policy: { ...made.policy, ...asks, frameAncestors: ["'none'"] } };
};

/** A served world and a course have no view in which a scenario is written, and no editor. */
type UsedParts = Pick<PageParts, 'script' | 'style'> & { readonly editor?: string };

export type CourseParts = Pick<PageParts, 'course' | 'style'>;

const partsOfCourse = ({ course, style }: CourseParts): UsedParts => ({ script: course, style });

/** A content security policy, as helmet takes it. */
export type Policy = Readonly<Record<string, readonly string[]>>;

class PageFrame {
  readonly #script: string;
  readonly #editor: string | undefined;
  readonly #style: string;

  constructor({ script, style, editor }: UsedParts) {
    this.#script = inScript(script);
    this.#editor = editor === undefined ? undefined : inScript(editor);
    this.#style = inStyle(style);
  }

  get policy(): Policy {
    return writePolicy([this.#script, ...(this.#editor === undefined ? [] : [this.#editor])], this.#style);
  }

  html(data: PageData, meta: string): string {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${meta}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>podsim: ${escapeHtml(findTitle(data))}</title>
<link rel="icon" href="data:,">
<style>${this.#style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This page shows what happens in podsim, and needs JavaScript for it.</noscript>
<script type="application/json" id="${dataId}">${jsonText(data)}</script>
${this.#editor === undefined ? '' : `<script type="text/plain" id="${editorId}">${this.#editor}</script>\n`}<script>${this.#script}</script>
</body>
</html>
`;
  }
}

/** Allows these scripts and this style, and nothing else. */
export const writePolicy = (scripts: readonly string[], style: string): Policy => ({
  defaultSrc: ["'none'"],
  scriptSrc: scripts.map((script) => `'${computeHash(script)}'`),
  styleSrc: [`'${computeHash(style)}'`],
  workerSrc: ['blob:'],
  imgSrc: ['data:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
});

/** `default-src` for `defaultSrc`. */
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// Loaded here: the command line would wait for it at each start, and writes a page now and then.
const computeHash = (text: string): string =>
  `sha256-${process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('base64')}`;

/**
 * A script as HTML can hold it. In strings, templates and regular expressions the added backslash changes nothing; elsewhere neither
 * `</script` nor `<!--` occurs.
 */
export const inScript = (script: string): string =>
  script
    .trim()
    .replaceAll(/<\/(?=script)/gi, '<\\/')
    .replaceAll('<!--', '<\\x21--');

/** A style sheet as HTML can hold it. */
export const inStyle = (style: string): string => {
  if (/<\/style/i.test(style)) throw new Error('the style sheet of the page contains </style');
  return style.trim();
};

/** JSON with no `<`, so that no part of it reads as HTML; lone surrogates as escapes, which UTF-8 could not hold. */
export const jsonText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

export const findTitle = ({ scenarios, live, lessons = [] }: PageData): string =>
  lessons.length > 1 ? 'lessons' : (lessons[0]?.title ?? scenarios[0]?.runs[0]?.title ?? (live === true ? 'console' : 'a run'));
