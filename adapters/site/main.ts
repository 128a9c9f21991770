import { buildSite } from './site.ts';

// `npm run site` writes the pages, the rulebook, the lessons and the gallery as a static site into a folder: dist/site, or the one that is named.
const [out = 'dist/site'] = process.argv.slice(2);
const { pages, scenarios } = await buildSite(out);
process.stdout.write(`${out} has ${pages} pages and ${scenarios} scenarios that play in them: any static server can show it\n`);
