// What must be true before the package is published: its addresses are real ones. `npm publish` runs this; `npm pack` does not.
import { readFileSync } from 'node:fs';

const { homepage, repository, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
const unset = Object.entries({ homepage, 'repository.url': repository.url, 'bugs.url': bugs.url }).filter(([, url]) =>
  url.includes('podsim.example'),
);
for (const [name, url] of unset) process.stderr.write(`package.json: ${name} is still ${url}: put the address there before publishing\n`);
process.exitCode = unset.length === 0 ? 0 : 1;
