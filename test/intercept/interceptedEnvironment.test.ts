import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildInterceptedEnvironment } from '../../adapters/intercept/interceptedEnvironment.ts';
import { writeTrustFiles } from '../../adapters/intercept/trustFiles.ts';
import { Folder } from '../support/folder.ts';
import { makeContexts } from '../support/serving/authority.ts';

const { ca } = makeContexts();

const build = (env: NodeJS.ProcessEnv) => {
  const trust = { extra: 'extra', bundle: 'bundle', wget: 'wget', java: 'java', remove: () => undefined };
  const place = { serverPort: 1, proxyPort: 2, others: 'pass', token: 'secret', trust, apiKey: 'key', pythonHook: '/hook' } as const;
  return buildInterceptedEnvironment(place, env);
};

test('variables that a program reads in either case are set in both', () => {
  const built = build({});
  expect(built).toMatchObject({ HTTPS_PROXY: 'http://podsim:secret@127.0.0.1:2', SSL_CERT_FILE: 'bundle', NODE_EXTRA_CA_CERTS: 'extra' });
  expect([built['https_proxy'], built['http_proxy']]).toStrictEqual([built['HTTPS_PROXY'], built['HTTP_PROXY']]);
});

test('what was set before is kept, unless it would take a host of the platform around podsim', () => {
  const built = build({ NO_PROXY: 'db.internal, .runpod.ai,*,api.runpod.io', NODE_OPTIONS: '--no-warnings', PYTHONPATH: '/own' });
  expect(built).toMatchObject({ NO_PROXY: 'db.internal,localhost,127.0.0.1', PYTHONPATH: '/hook:/own' });
  expect(built['NODE_OPTIONS']).toMatch(/^--no-warnings --require ".*nodePreload\.js"$/);
});

test('the files that make programs trust the CA have all that was trusted before, and end with the command', () => {
  const folder = new Folder();
  folder.write('before.pem', makeContexts().ca);
  folder.write('wgetrc', 'tries = 3\n');
  const trust = writeTrustFiles(ca, { SSL_CERT_FILE: folder.at('before.pem'), WGETRC: folder.at('wgetrc') });
  expect(readFileSync(trust.bundle, 'utf8')).toBe(`${ca}\n${folder.read('before.pem')}`);
  expect(readFileSync(trust.extra, 'utf8').trim()).toBe(ca.trim());
  expect(readFileSync(trust.wget, 'utf8')).toBe(`tries = 3\n\nca_certificate = ${trust.bundle}\n`);
  expect(readFileSync(trust.java).subarray(0, 12).toString('hex')).toBe('feedfeed0000000200000002');
  trust.remove();
  expect(statSync(trust.bundle, { throwIfNoEntry: false })).toBeUndefined();
});

test('without a bundle of the user, the roots of the system are among those trusted', () => {
  const trust = writeTrustFiles(ca, {});
  expect(readFileSync(trust.bundle, 'utf8').split('BEGIN CERTIFICATE').length).toBeGreaterThan(50);
  trust.remove();
});
