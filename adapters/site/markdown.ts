import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { MarkdownLibrary, MarkdownToken } from '@11ty/eleventy';
import { findRule } from '../../engine/cloud/index.ts';
import { cutTimeline } from '../cli/terminal/cutTimeline.ts';
import { makeAnchor } from './anchors.ts';
import { drawLifecycle } from './diagram.ts';
import { liveFigure } from './liveFigure.ts';
import { pageOfDocument } from './pages/documents.ts';
import { pageOfRule } from './pages/rulePages.ts';
import { type PlayableScenario, pageOfLesson, pageOfScenario } from './playable.ts';
import { topFrom } from './sitePage.ts';

interface MarkdownParts {
  readonly scenarios: readonly PlayableScenario[];
  /** Every page of the site. */
  readonly paths: ReadonlySet<string>;
  /** Hears of each file of the repository that a page leads to, and that is to be copied. */
  readonly need: (file: string) => void;
}

/** Renders Markdown for the site: headings get anchors, links lead to pages of the site, ids of rules to their rule, and scenarios play. */
export const extendMarkdown = (library: MarkdownLibrary, parts: MarkdownParts): void =>
  library.core.ruler.push('podsim', ({ tokens, env, Token }) => {
    const { source, path } = env as { readonly source: string; readonly path: string };
    const anchors = new Map<string, number>();
    const made: MarkdownToken[] = [];
    for (const [place, token] of tokens.entries()) {
      if (token.type === 'heading_open') token.attrSet('id', makeAnchor(tokens[place + 1]?.content ?? '', anchors));
      // A column without a name has no heading: readers of the screen would hear an empty one.
      if (token.type === 'th_open' && tokens[place + 1]?.content === '')
        for (const one of [token, tokens[place + 2]]) if (one !== undefined) one.tag = 'td';
      const inline = token.children ?? [];
      for (const [at, child] of inline.entries()) {
        if (child.type === 'image') need(child.attrGet('src') ?? '', source, parts);
        if (child.type !== 'link_open') continue;
        const address = findAddress(child.attrGet('href') ?? '', source, path, parts);
        if (address !== undefined) child.attrSet('href', address);
        else for (const one of [child, findClosing(inline, at)]) Object.assign(one, { tag: 'span', attrs: null });
      }
      if (token.children !== null) token.children = linkRules(inline, path, Token);
      made.push(token);
      if (token.type === 'table_open' || token.type === 'fence') token.attrSet('tabindex', '0');
      if (token.type !== 'fence') continue;
      const [word] = token.info.split(' ');
      const html = (content: string) => made.push(Object.assign(new Token('html_block', '', 0), { content: `${content}\n` }));
      const drawing = word === 'mermaid' ? drawLifecycle(token.content) : undefined;
      if (drawing !== undefined) {
        made.pop();
        html(drawing);
      }
      const playable = word === 'yaml' || word === 'text' ? scenarioWith(token.content, parts.scenarios) : undefined;
      if (playable !== undefined) html(liveFigure(path, playable));
    }
    tokens.splice(0, tokens.length, ...made);
  });

/** Links hold no links. */
const findClosing = (tokens: readonly MarkdownToken[], open: number): MarkdownToken =>
  tokens.slice(open).find(({ type }) => type === 'link_close') as MarkdownToken;

/** Where a link of a page leads in the site; undefined if it leads to a folder without a page. */
const findAddress = (link: string, source: string, path: string, parts: MarkdownParts): string | undefined => {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
  const [written = '', anchor] = link.split('#');
  const file = posix.normalize(posix.join(posix.dirname(source), written)).replace(/\/$/, '');
  const page = [file, pageOfDocument(file), pageOfScenario(file), pageOfLesson(file), `${file}/index.html`].find((one) =>
    parts.paths.has(one),
  );
  const isFile = page === undefined && existsSync(file) && statSync(file).isFile();
  if (isFile) parts.need(file);
  const target = isFile ? nameCopy(file) : page;
  if (target === undefined) return undefined;
  return `${topFrom(path)}${target}${anchor === undefined ? '' : `#${anchor}`}`;
};

/** Where the site has a file of the repository. Browsers show text by its ending, and know few. */
export const nameCopy = (file: string): string => (/\.(?:svg|png)$/.test(file) ? file : `${file}.txt`);

const need = (link: string, source: string, { need: hear }: MarkdownParts): void => {
  if (!/^[a-z]+:/.test(link)) hear(posix.normalize(posix.join(posix.dirname(source), link)));
};

/** Ids of rules in code lead to the pages of the rules, unless they are part of another link. */
const linkRules = (
  tokens: readonly MarkdownToken[],
  path: string,
  Token: new (type: string, tag: string, nesting: number) => MarkdownToken,
) => {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') depth += 1;
    if (token.type === 'link_close') depth -= 1;
    const page = pageOfRule(token.content);
    if (token.type !== 'code_inline' || depth > 0 || findRule(token.content) === undefined || page === path) return [token];
    const open = new Token('link_open', 'a', 1);
    open.attrSet('href', `${topFrom(path)}${page}`);
    return [open, token, new Token('link_close', 'a', -1)];
  });
};

/** The scenario whose file or timeline is this text, whole or cut to one job, or whose file has it as a part that is more than a few words. */
const scenarioWith = (text: string, scenarios: readonly PlayableScenario[]): PlayableScenario | undefined =>
  scenarios.find(({ scenario, timeline }) =>
    [scenario.text.trim(), timeline?.trim(), timeline && cutTimeline(timeline)].includes(text.trim()),
  ) ?? (text.length < partMin ? undefined : scenarios.find(({ scenario }) => scenario.text.includes(text)));

const partMin = 80;
