import { fileURLToPath } from 'node:url';
import { threadFile } from '../host/threads/threadFile.ts';
import { platformDomains } from '../http/names/platformHosts.ts';
import { isWithin } from '../tls/names.ts';
import { type OthersPolicy, proxyUser } from './forwardProxy.ts';
import type { TrustFiles } from './trustFiles.ts';

export interface InterceptedPlace {
  /** Where podsim answers HTTP and HTTPS. */
  readonly serverPort: number;
  readonly proxyPort: number;
  readonly others: OthersPolicy;
  readonly token: string;
  readonly trust: TrustFiles;
  readonly apiKey: string;
  /** The folder that Python reads its start hook from; undefined if it is not there. */
  readonly pythonHook: string | undefined;
}

/** The variables under which every program of a command finds podsim at the hosts of the platform. `env`: what it would have without. */
export const buildInterceptedEnvironment = (place: InterceptedPlace, env: NodeJS.ProcessEnv): Readonly<Record<string, string>> => {
  const { serverPort, proxyPort, others, token, trust, apiKey, pythonHook } = place;
  const proxy = `http://${proxyUser}:${token}@127.0.0.1:${proxyPort}`;
  const direct = listDirect(env);
  const java = [
    `-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${proxyPort} -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=${proxyPort}`,
    `-Dhttp.nonProxyHosts=localhost|127.*|[::1] -Djavax.net.ssl.trustStore=${trust.java} -Djavax.net.ssl.trustStoreType=JKS`,
  ].join(' ');
  return {
    RUNPOD_API_KEY: apiKey,
    ...inBothCases({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: direct }),
    ...Object.fromEntries(bundleVariables.map((name) => [name, trust.bundle])),
    NODE_EXTRA_CA_CERTS: trust.extra,
    WGETRC: trust.wget,
    JAVA_TOOL_OPTIONS: joinWords(env['JAVA_TOOL_OPTIONS'], java),
    NODE_OPTIONS: joinWords(env['NODE_OPTIONS'], `--require ${JSON.stringify(fileURLToPath(threadFile('nodePreload')))}`),
    ...(pythonHook === undefined
      ? {}
      : { PYTHONPATH: [pythonHook, ...(env['PYTHONPATH'] ? [env['PYTHONPATH']] : [])].join(pathSeparator) }),
    [placeVariable]: [serverPort, proxyPort, others].join(','),
  };
};

/** Tells the hooks in Node and Python where podsim is. */
const placeVariable = 'PODSIM_INTERCEPTED';

const pathSeparator = process.platform === 'win32' ? ';' : ':';

/** Each names a file of trusted certificates for some programs: OpenSSL and Go, requests, curl, pip, AWS, git, cargo, Deno, gRPC. */
const bundleVariables: readonly string[] = [
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PIP_CERT',
  'AWS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'CARGO_HTTP_CAINFO',
  'DENO_CERT',
  'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
];

const inBothCases = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );

const joinWords = (before: string | undefined, more: string): string =>
  before === undefined || before === '' ? more : `${before} ${more}`;

/** What is reached without the proxy: this machine, and what was before, unless the platform's hosts are among it. */
const listDirect = (env: NodeJS.ProcessEnv): string => {
  const before = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map((one) => one.trim());
  const kept = before.filter((one) => one !== '' && one !== '*' && !isWithin(one.replace(/^\*?\./, '').toLowerCase(), platformDomains));
  return [...new Set([...kept, 'localhost', '127.0.0.1'])].join(',');
};
