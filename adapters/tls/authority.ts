import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { extendAuthority, extendServer, signCertificate } from './certificate.ts';
import { isWithin } from './names.ts';

const dayMs = 86_400_000;
/** A clock may be behind the one that made a certificate. */
const skewMs = 3_600_000;
/** How long one may sign. Then it must be made, and trusted, anew. */
const authorityDays = 30;
const serverDays = 7;

const subject = 'podsim local CA';

/** A CA of one machine, whose certificate says for which names it may sign. */
export class Authority {
  /** The certificate, as PEM. */
  readonly certificate: string;
  readonly #names: readonly string[];
  readonly #key: KeyObject;

  constructor(certificate: string, key: KeyObject, names: readonly string[]) {
    this.certificate = certificate;
    this.#key = key;
    this.#names = names;
  }

  /** Makes one, whose key is in memory only until it is stored. */
  static make(names: readonly string[], now: Date): { readonly authority: Authority; readonly keyText: string } {
    const { publicKey, privateKey } = makeKeys();
    const [validFrom, validTo] = [new Date(now.getTime() - skewMs), new Date(now.getTime() + authorityDays * dayMs)];
    const fields = { subject, issuer: subject, publicKey, validFrom, validTo, extensions: extendAuthority(publicKey, names) };
    const keyText = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { authority: new Authority(signCertificate(fields, privateKey), privateKey, names), keyText };
  }

  /** Reads one. Throws if the two do not belong together. */
  static read(certificate: string, keyText: string, names: readonly string[]): Authority {
    const key = createPrivateKey(keyText);
    if (!new X509Certificate(certificate).checkPrivateKey(key)) throw new Error('the key is that of another certificate');
    return new Authority(certificate, key, names);
  }

  get validTo(): Date {
    return new Date(new X509Certificate(this.certificate).validTo);
  }

  /** A certificate for a server of these names, with its key; undefined if one of them is none that it may sign for. */
  issue(names: readonly string[], now: Date): ServerCertificate | undefined {
    if (!names.every((name) => this.#signsFor(name))) return undefined;
    const { publicKey, privateKey } = makeKeys();
    const validTo = new Date(Math.min(now.getTime() + serverDays * dayMs, this.validTo.getTime()));
    const extensions = extendServer(publicKey, createPublicKey(this.#key), names);
    const fields = {
      subject: 'podsim server',
      issuer: subject,
      publicKey,
      validFrom: new Date(now.getTime() - skewMs),
      validTo,
      extensions,
    };
    return { cert: signCertificate(fields, this.#key), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  }

  #signsFor(name: string): boolean {
    return isIP(name) === 0 ? isWithin(name, this.#names) : this.#names.includes(name);
  }
}

/** As `createSecureContext` takes it. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
