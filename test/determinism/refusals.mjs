// Makes a world, puts every kind of refusal into its log, and prints the log's fingerprint: it is the same on every Node.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWorld } from '../../dist/adapters/testing/testWorld.js';

const calls = JSON.parse(readFileSync(fileURLToPath(new URL('refusals.json', import.meta.url)), 'utf8'));
const world = createWorld({ seed: 'refusals' });
for (const { method, path, headers, text, body } of calls) {
  await world.fetch(path, {
    method,
    headers: { authorization: `Bearer ${world.apiKey}`, ...headers },
    ...(text === undefined && body === undefined ? {} : { body: text ?? JSON.stringify(body) }),
  });
}
const refused = world.events({ type: 'InputRefused' });
if (process.argv.includes('--log'))
  for (const { status, detail, errors = [] } of refused) process.stderr.write(`${status} ${[detail, ...errors].join(' | ')}\n`);
process.stdout.write(`${JSON.stringify({ refused: refused.length, fingerprint: world.fingerprint() })}\n`);
