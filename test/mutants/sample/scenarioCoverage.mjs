// Plays each scenario of the arguments, and says which of the drawn places it runs, and how long it works. Run by `sample.mjs`.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaces, startCoverage, takeCoverage } from './coverage.mjs';

const folder = process.env['PODSIM_SAMPLE'] ?? '';
const places = readPlaces(join(folder, 'places.json'));
startCoverage();
await import('../../../dist/test/oracle/install.js');
const { main } = await import('../../../dist/adapters/cli/main.js');
const say = (/** @type {object} */ line) => appendFileSync(join(folder, 'scenarios.ndjson'), `${JSON.stringify(line)}\n`);

process.stdout.write = () => true;
for (const name of process.argv.slice(2)) {
  const before = process.cpuUsage();
  const code = await main(['run', name, '--jobs', '1']);
  const { user, system } = process.cpuUsage(before);
  say({ name, seconds: (user + system) / 1e6, code, ...takeCoverage(places) });
}
