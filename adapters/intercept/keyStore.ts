import { createHash, X509Certificate } from 'node:crypto';

/** Java checks the digest at the end only if it is given a password; every tool knows this one. */
const password = 'changeit';

/** The certificates of a bundle in PEM as a keystore of Java (JKS, version 2), in which each is trusted. */
export const writeKeyStore = (bundle: string): Uint8Array => {
  const blocks = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const entries = blocks.map((pem, k) => {
    const { raw } = new X509Certificate(pem);
    return Buffer.concat([
      encode32(trustedEntry),
      encodeText(`trusted-${k}`),
      Buffer.alloc(8),
      encodeText('X.509'),
      encode32(raw.length),
      raw,
    ]);
  });
  const content = Buffer.concat([encode32(0xfeedfeed), encode32(2), encode32(entries.length), ...entries]);
  const salt = Buffer.from(password, 'utf16le').swap16();
  const digest = createHash('sha1').update(salt).update('Mighty Aphrodite').update(content).digest();
  return Buffer.concat([content, digest]);
};

const trustedEntry = 2;

const encode32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** With its length in two bytes. The texts here are ASCII. */
const encodeText = (text: string): Buffer => Buffer.concat([Buffer.of(text.length >> 8, text.length & 0xff), Buffer.from(text)]);
