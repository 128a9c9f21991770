import { expect, test } from 'vitest';
import { RawConnection, requestBytes } from '../support/serving/rawHttp.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

/** A stranger sends 46 to 64 kB of requests for a document, and reads nothing (server.limits). */

// biome-ignore format: a table
test.each([
  ['/_podsim/v1/openapi.json',  1],
  ['/console',                  1],
  ['/docs/swagger-ui-bundle.js', 1],
  ['/llms-full.txt',            1],
  ['/_podsim/v1/openapi.json', 12],
])('1,100 times GET %s on each of %i connections does not end a server with a small heap', async (path, connections) => {
  await using server = new ServingProcess(['serve', '--port', '0'], { NODE_OPTIONS: '--max-old-space-size=128' });
  const url = await server.url();
  const { port, host } = new URL(url);
  const asking = Buffer.concat(Array.from({ length: 1_100 }, () => requestBytes('GET', path, [['host', host]])));
  const silent = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(Number(port))));
  for (const connection of silent) {
    connection.stopReading();
    connection.send(asking);
  }
  // Each call has its turn while the others are answered.
  for (let count = 0; count < 200; count++) expect((await fetch(`${url}/_podsim/v1/health/live`)).status).toBe(200);
  for (const connection of silent) connection.destroy();
  expect((await fetch(`${url}/_podsim/v1/health/ready`)).status).toBe(200);
});
