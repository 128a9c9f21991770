import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Eleventy, { type GeneratorConfig } from '@11ty/eleventy';
import { readPageParts } from '../console/writer/parts.ts';
import { sharedNames } from '../console/writer/sharedPage.ts';
import { makeFolderSync } from '../store/files.ts';
import { extendMarkdown, nameCopy } from './markdown.ts';
import { listNavigation } from './navigation.ts';
import { documents } from './pages/documents.ts';
import { lessonPages } from './pages/lessonPages.ts';
import { rulePages } from './pages/rulePages.ts';
import { scenarioPages } from './pages/scenarioPages.ts';
import { assets, livePages, readLessons, readScenarios } from './playable.ts';
import { searchScript } from './searchIndex.ts';
import { type SitePage, topFrom } from './sitePage.ts';

/** The written files. */
export interface BuiltSite {
  readonly pages: number;
  readonly scenarios: number;
}

/**
 * Writes the site into a folder, whose content it replaces. It reads the repository in the working directory, and the built console. All
 * addresses are relative, so that the folder can be put anywhere on a server.
 */
export const buildSite = async (out: string): Promise<BuiltSite> => {
  const [scenarios, lessons] = [readScenarios(), readLessons()];
  const pages = [...documents(), ...rulePages(scenarios, lessons), ...scenarioPages(scenarios), ...lessonPages(lessons)];
  const paths = new Set(pages.map(({ path }) => path));
  const needed = new Set<string>();
  rmSync(out, { recursive: true, force: true });
  const config = (generator: GeneratorConfig): object => {
    generator.setUseGitIgnore(false);
    generator.addGlobalData('layout', 'page.liquid');
    generator.addGlobalData('sections', listNavigation(pages));
    generator.amendLibrary('md', (library) => extendMarkdown(library, { scenarios, paths, need: (file) => needed.add(file) }));
    for (const page of pages) generator.addTemplate(page.path.replace(/\.html$/, '.md'), page.markdown, makeData(page));
    return {};
  };
  await new Eleventy('adapters/site/layout', out, { quietMode: true, configPath: null, config }).write();
  for (const [path, html] of livePages(scenarios, lessons)) writeBelow(out, path, html);
  for (const file of needed) writeBelow(out, nameCopy(file), readFileSync(file));
  for (const [name, text] of assetFiles(pages)) writeBelow(out, `${assets}${name}`, text);
  return { pages: pages.length, scenarios: scenarios.length };
};

/** Markdown alone: braces of a page are its own, and no words of a template. */
const makeData = ({ path, source, title }: SitePage) => ({
  path,
  source,
  title,
  top: topFrom(path),
  permalink: `/${path}`,
  assets,
  templateEngineOverride: 'md',
});

const assetFiles = (pages: readonly SitePage[]): readonly (readonly [name: string, text: string])[] => {
  const parts = readPageParts();
  const colors = parts.style.split('\n\n*,')[0] ?? '';
  return [
    ...Object.entries(sharedNames).map(([part, name]) => [name, parts[part as keyof typeof sharedNames]] as const),
    ['site.css', `${colors}\n${readFileSync('adapters/site/layout/site.css', 'utf8')}`],
    ['search.js', readFileSync('dist/site-parts/search.js', 'utf8')],
    ['index.js', searchScript(pages)],
  ];
};

const writeBelow = (out: string, path: string, content: string | Buffer): void => {
  makeFolderSync(dirname(join(out, path)));
  writeFileSync(join(out, path), content);
};
