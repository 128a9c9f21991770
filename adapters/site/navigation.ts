import type { SitePage } from './sitePage.ts';

interface NavigationSection {
  readonly title: string;
  readonly links: readonly { readonly title: string; readonly path: string }[];
}

/** The navigation of each page: the guides by name, and for scenarios and rules the pages that list them. */
export const listNavigation = (pages: readonly SitePage[]): readonly NavigationSection[] => {
  const linksTo = (pattern: RegExp) => pages.filter(({ path }) => pattern.test(path)).map(({ title, path }) => ({ title, path }));
  return [
    {
      title: 'podsim',
      links: [
        { title: 'Overview', path: 'index.html' },
        { title: 'Lessons', path: 'lessons/index.html' },
        { title: 'Rules', path: 'rules/index.html' },
        { title: 'Gallery', path: 'docs/gallery.html' },
        { title: 'Scenarios', path: 'scenarios/index.html' },
        { title: 'Reference of the format', path: 'docs/reference/index.html' },
      ],
    },
    { title: 'Start', links: linksTo(/^docs\/start\/[\w-]+\.html$/) },
    { title: 'Guides', links: linksTo(/^docs\/(?!gallery)[\w-]+\.html$/) },
    {
      title: 'Beneath',
      links: [
        { title: 'Fidelity', path: 'engine/FIDELITY.html' },
        { title: 'The engine', path: 'engine/index.html' },
        { title: 'Contributing', path: 'CONTRIBUTING.html' },
        { title: 'Changelog', path: 'CHANGELOG.html' },
      ],
    },
  ];
};
