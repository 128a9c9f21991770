// `npm run test:sdk`: the platform's own Python SDK, unmodified, is the worker of simulated endpoints. `npm test` needs no Python.
// `npm run test:sdk -- acceptance`: only files whose name holds this text. Exit code 2: it lacks something, and says what.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { howToInstall, lacking } from './python.mjs';

const why = process.platform === 'win32' ? 'the workers of the tests need process groups, which Windows has not.' : lacking();
if (why !== undefined) {
  process.stderr.write(`The Python SDK cannot be run: ${why}\n${howToInstall}`);
  process.exit(2);
}
const folder = fileURLToPath(new URL('.', import.meta.url));
const only = process.argv[2] ?? '';
const files = readdirSync(folder).filter((name) => name.endsWith('.sdk.mjs') && name.includes(only));
const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files.map((name) => `${folder}${name}`)];
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
