import { createPrivateKey, createPublicKey } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { Authority } from '../../adapters/tls/authority.ts';
import { openAuthority } from '../../adapters/tls/authorityFolder.ts';
import { extendServer, signCertificate } from '../../adapters/tls/certificate.ts';
import { readNow } from '../../adapters/tls/now.ts';
import type { ServerContexts } from '../../adapters/tls/serverContexts.ts';
import { Folder } from '../support/folder.ts';
import { askSecurely, makeContexts } from '../support/serving/authority.ts';
import { served } from '../support/serving/served.ts';

/** What a CA on a machine must not do: let its key out, or vouch for the hosts of others. */

const now = new Date('2026-01-01T00:00:00Z');
const names = ['localhost', 'podsim.test'];

describe('the key of a CA', () => {
  test('is made in a folder of its own, which only its owner reads', () => {
    const folder = new Folder().at('podsim/ca');
    openAuthority(folder, names, now);
    expect(readdirSync(folder).sort()).toStrictEqual(['ca.pem', 'key.pem']);
    expect(readdirSync(join(folder, '..'))).toStrictEqual(['ca']);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'key.pem')).mode & 0o777]).toStrictEqual([0o700, 0o600]);
    expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).not.toContain('PRIVATE');
  });

  test.each([0o640, 0o604, 0o660, 0o644, 0o666])('is refused with the looser mode %o', (mode) => {
    const folder = new Folder().at('ca');
    openAuthority(folder, names, now);
    chmodSync(join(folder, 'key.pem'), mode);
    expect(() => openAuthority(folder, names, now)).toThrow(/others than you can reach .*key\.pem \(mode 6\d\d\): chmod 600/);
  });

  test('is refused in a folder in which others may put another', () => {
    const folder = new Folder().at('ca');
    openAuthority(folder, names, now);
    chmodSync(folder, 0o777);
    expect(() => openAuthority(folder, names, now)).toThrow(/others than you can reach .*chmod 700/);
  });

  test('is refused where it is a link, or missing', () => {
    const folder = new Folder();
    openAuthority(folder.at('ca'), names, now);
    openAuthority(folder.at('other'), names, now);
    unlinkSync(folder.at('ca/key.pem'));
    expect(() => openAuthority(folder.at('ca'), names, now)).toThrow('key.pem is missing');
    symlinkSync(folder.at('other/key.pem'), folder.at('ca/key.pem'));
    expect(() => openAuthority(folder.at('ca'), names, now)).toThrow('key.pem is a link');
  });

  test('is refused with the certificate of another, or with none', () => {
    const folder = new Folder();
    openAuthority(folder.at('ca'), names, now);
    writeFileSync(folder.at('ca/ca.pem'), Authority.make(names, now).authority.certificate);
    expect(() => openAuthority(folder.at('ca'), names, now)).toThrow('the key is that of another certificate');
    writeFileSync(folder.at('ca/ca.pem'), 'nothing');
    expect(() => openAuthority(folder.at('ca'), names, now)).toThrow('holds no CA that can be used');
  });

  test('is kept for as long as it is valid, and then made anew', () => {
    const folder = new Folder().at('ca');
    const first = openAuthority(folder, names, now);
    const openAfter = (days: number) => openAuthority(folder, names, new Date(now.getTime() + days * 86_400_000));
    expect([first.isNew, openAfter(27).isNew, openAfter(29).isNew]).toStrictEqual([true, false, true]);
    expect(openAfter(29).authority.certificate).not.toBe(first.authority.certificate);
  });
});

describe('a certificate for another name', () => {
  test.each(['example.com', 'notpodsim.test', 'podsim.test.example.com', '10.0.0.1', '127.0.0.2', 'com', ''])('is not made: %s', (name) => {
    expect(Authority.make(['podsim.test', '127.0.0.1'], now).authority.issue([name], now)).toBeUndefined();
    expect(Authority.make(['podsim.test', '127.0.0.1'], now).authority.issue(['podsim.test', name], now)).toBeUndefined();
  });

  test('is believed by no client, even if its key is used to sign one', async () => {
    const today = readNow();
    const { authority, keyText } = Authority.make(['podsim.test'], today);
    const key = createPrivateKey(keyText);
    const forge = (name: string): ServerContexts => {
      const certificate = signCertificate(
        {
          subject: 'podsim server',
          issuer: 'podsim local CA',
          publicKey: createPublicKey(key),
          validFrom: new Date(today.getTime() - 1_000),
          validTo: new Date(today.getTime() + 60_000),
          extensions: extendServer(createPublicKey(key), createPublicKey(key), [name]),
        },
        key,
      );
      const ownContext = createSecureContext({ cert: certificate, key: keyText });
      return { ownContext, contextFor: () => ownContext };
    };
    const ask = async (name: string) => {
      await using server = await served({ contexts: forge(name), allowHosts: [name] });
      return (await askSecurely(server.port, name, authority.certificate, '/_podsim/v1/health/live')).status;
    };
    expect(await ask('a.podsim.test')).toBe(200);
    await expect(ask('example.com')).rejects.toThrow('permitted subtree violation');
  });

  test('is refused in the handshake', async () => {
    const { ca, contexts } = makeContexts(['podsim.test']);
    await using server = await served({ contexts });
    await expect(askSecurely(server.port, 'example.com', ca, '/')).rejects.toThrow(/disconnected|ECONNRESET|hang up/);
  });
});
