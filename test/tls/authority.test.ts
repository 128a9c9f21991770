import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Authority } from '../../adapters/tls/authority.ts';

const now = new Date('2026-01-01T00:00:00Z');
const make = () => Authority.make(['podsim.test', '127.0.0.1', '::1'], now);

describe('a CA', () => {
  test('is valid for days, and signs itself with P-256', () => {
    const { authority, keyText } = make();
    const read = new X509Certificate(authority.certificate);
    expect([read.ca, read.subject, read.verify(read.publicKey)]).toStrictEqual([true, 'CN=podsim local CA', true]);
    expect(read.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
    expect(authority.validTo.getTime() - now.getTime()).toBe(30 * 86_400_000);
    expect(createPublicKey(keyText).equals(read.publicKey)).toBe(true);
  });

  test('signs for its names and those below them', () => {
    const { authority } = make();
    const issued = authority.issue(['a.podsim.test', '127.0.0.1', '::1'], now);
    const read = new X509Certificate(issued?.cert ?? '');
    expect(read.subjectAltName).toBe('DNS:a.podsim.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
    expect(read.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(issued?.key ?? ''))).toBe(true);
    expect([read.ca, new Date(read.validTo).getTime() - now.getTime()]).toStrictEqual([false, 7 * 86_400_000]);
  });

  test('has no certificate last longer than itself', () => {
    const { authority } = make();
    const late = new Date(now.getTime() + 29 * 86_400_000);
    expect(new X509Certificate(authority.issue(['podsim.test'], late)?.cert ?? '').validTo).toBe(
      new X509Certificate(authority.certificate).validTo,
    );
  });

  test('gives no two certificates the same number', () => {
    const { authority } = make();
    const numbers = Array.from({ length: 20 }, () => new X509Certificate(authority.issue(['podsim.test'], now)?.cert ?? '').serialNumber);
    expect(new Set(numbers).size).toBe(20);
  });

  test('is read back, and not with the key of another', () => {
    const [one, other] = [make(), make()];
    const read = Authority.read(one.authority.certificate, one.keyText, ['podsim.test']);
    expect(read.issue(['podsim.test'], now)).toBeDefined();
    expect(() => Authority.read(one.authority.certificate, other.keyText, [])).toThrow('the key is that of another certificate');
  });
});
