import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { writeKeyStore } from './keyStore.ts';

/** Where systems keep the certificates that they trust, as one file. */
const systemBundles: readonly string[] = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Files that make programs trust a CA. Its certificate is in them, and no key. */
export interface TrustFiles {
  /** The CA, with what `NODE_EXTRA_CA_CERTS` named before. */
  readonly extra: string;
  /** The CA, with all that is trusted without it: programs read this file in place of their own. */
  readonly bundle: string;
  /** The bundle, for wget, which reads no variable that names one. */
  readonly wget: string;
  /** The bundle, for Java. */
  readonly java: string;
  remove(): void;
}

export const writeTrustFiles = (certificate: string, env: NodeJS.ProcessEnv): TrustFiles => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-trust-'));
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const bundle = [certificate, readTrusted(env)].join('\n');
  const bundleFile = write('bundle.pem', bundle);
  return {
    bundle: bundleFile,
    extra: write('extra.pem', [certificate, readIfThere(env['NODE_EXTRA_CA_CERTS'])].join('\n')),
    wget: write('wgetrc', `${readIfThere(env['WGETRC'] ?? join(homedir(), '.wgetrc'))}\nca_certificate = ${bundleFile}\n`),
    java: write('trusted.jks', writeKeyStore(bundle)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const readTrusted = (env: NodeJS.ProcessEnv): string => {
  const file = [env['SSL_CERT_FILE'], env['REQUESTS_CA_BUNDLE'], env['CURL_CA_BUNDLE'], ...systemBundles].find(
    (one) => one !== undefined && one !== '' && existsSync(one),
  );
  return file === undefined ? rootCertificates.join('\n') : readFileSync(file, 'utf8');
};

const readIfThere = (file: string | undefined): string => {
  try {
    return file === undefined || file === '' ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
