import { alignColumns } from '../../../engine/process/index.ts';
import { certificateIn, findAuthorityFolder } from '../../tls/authorityFolder.ts';
import { exitCodes } from '../terminal/exit.ts';
import { print } from '../terminal/terminal.ts';
import { openOwnAuthority, servedNames } from './tls.ts';

/** `podsim ca`: prints the certificate of the CA and how clients trust it. Makes the CA if there is none. */
export const authorityCommand = ({ path }: { readonly path?: true }): number => {
  const { authority } = openOwnAuthority();
  const file = certificateIn(findAuthorityFolder());
  if (path === true) {
    print(`${file}\n`);
    return exitCodes.pass;
  }
  const rows = alignColumns(describeTrust(file)).map((line) => `  ${line}\n`);
  const until = authority.validTo.toISOString().slice(0, 10);
  print(
    `${file}\n\nIt signs for ${servedNames.join(', ')} and what is below these names, and for nothing else, until ${until}.\n` +
      `Then podsim makes another. Its key stays in that folder. Trust it in one client, rather than on the machine:\n\n${rows.join('')}`,
  );
  return exitCodes.pass;
};

const describeTrust = (file: string): readonly (readonly [client: string, line: string])[] => [
  ['Node', `NODE_EXTRA_CA_CERTS=${file} node client.mjs`],
  ['Python', `SSL_CERT_FILE=${file} REQUESTS_CA_BUNDLE=${file} python client.py`],
  ['Go', `SSL_CERT_FILE=${file} go run .`],
  ['curl', `curl --cacert ${file} https://127.0.0.1:8787/v2/pods`],
  ['container', `docker run -v ${file}:/podsim-ca.pem:ro -e NODE_EXTRA_CA_CERTS=/podsim-ca.pem -e SSL_CERT_FILE=/podsim-ca.pem IMAGE`],
];
