import { readFileSync } from 'node:fs';
import { isAmong } from '../../http/door.ts';
import { certificateIn, findAuthorityFolder, type OpenedAuthority, openAuthority, UnsafeAuthority } from '../../tls/authorityFolder.ts';
import { isWithin, ownNames, privateNames } from '../../tls/names.ts';
import { readNow } from '../../tls/now.ts';
import { type ServerContexts, signOnDemand, useCertificate } from '../../tls/serverContexts.ts';
import { BadInput } from '../terminal/exit.ts';
import { readAllowedHosts, type WrittenServeOptions } from './options.ts';

/** The names that the CA of a user may sign for: this machine, the platform's APIs, and names that no public host can have. */
export const servedNames: readonly string[] = [
  ...ownNames,
  ...privateNames,
  'api.runpod.ai',
  'api.runpod.io',
  'rest.runpod.io',
  'v2-rest.runpod.io',
];

type TlsOptions = Pick<WrittenServeOptions, 'tls' | 'tlsCert' | 'tlsKey' | 'allowHost'>;

export const usesTls = ({ tls, tlsCert, tlsKey }: TlsOptions): boolean => tls === true || tlsCert !== undefined || tlsKey !== undefined;

/** The certificates of a server with `--tls`; undefined without. */
export const openContexts = (options: TlsOptions): ServerContexts | undefined => {
  if (!usesTls(options)) return undefined;
  const { tlsCert, tlsKey } = options;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new BadInput('--tls-cert and --tls-key belong together: give both');
  if (tlsCert !== undefined && tlsKey !== undefined) return readFixed(tlsCert, tlsKey);
  const allowed = readAllowedHosts(options).map((name) => name.toLowerCase());
  for (const name of allowed)
    if (!isWithin(name.replace(/^\*\./, ''), servedNames))
      throw new BadInput(
        `--allow-host ${name}: podsim's own CA signs for ${servedNames.join(', ')} and what is below them; for another name give --tls-cert and --tls-key`,
      );
  const { authority, isNew } = openOwnAuthority();
  if (isNew)
    process.stderr.write(
      `podsim has made a CA of your own, ${certificateIn(findAuthorityFolder())}: podsim ca says how clients trust it\n`,
    );
  // Clients on other machines may reach the server by any name. Only the CA limits the names that get a certificate.
  return signOnDemand(authority, (name) => allowed.length === 0 || isAmong(name, allowed), readNow);
};

/** The CA of the user, made at its first use. */
export const openOwnAuthority = (): OpenedAuthority => {
  try {
    return openAuthority(findAuthorityFolder(), servedNames, readNow());
  } catch (error) {
    if (error instanceof UnsafeAuthority) throw new BadInput(error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BadInput(`the CA cannot be made (${code ?? message}): set XDG_DATA_HOME to a folder that can be written`);
  }
};

const readFixed = (certFile: string, keyFile: string): ServerContexts => {
  const [cert, key] = [readText('--tls-cert', certFile), readText('--tls-key', keyFile)];
  try {
    return useCertificate({ cert, key });
  } catch (error) {
    throw new BadInput(`--tls-cert ${certFile} and --tls-key ${keyFile} are no pair in PEM: ${(error as Error).message}`);
  }
};

const readText = (option: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadInput(`${option} ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): give a file in PEM`);
  }
};
