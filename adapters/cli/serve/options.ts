import { type Command, Option } from 'commander';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { Limits } from '../../../engine/api/index.ts';
import { type SomeSettings, type TimingName, timingNames } from '../../../engine/cloud/index.ts';
import { parseLimits, parseSettings } from '../../../engine/process/index.ts';
import { type LogFormat, logFormats } from '../../http/loggedRequest.ts';
import { type SyncPolicy, syncPolicies } from '../../store/file/syncing.ts';
import { BadInput, nameOptionVariable } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { type EndpointWords, withEndpointOptions } from './endpoints.ts';

/** The options of `serve` and `exec`, from the command line or the environment. */
export interface WrittenServeOptions extends EndpointWords {
  readonly port: string;
  readonly host: string;
  readonly clock?: string;
  readonly speed?: string;
  readonly seed?: string;
  readonly scenario?: string;
  readonly log?: string;
  readonly apiKey?: string;
  readonly timing?: string;
  readonly setting?: readonly string[];
  readonly limit?: readonly string[];
  readonly publicUrl?: string;
  readonly allowHost?: readonly string[];
  readonly tls?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly cors?: readonly string[];
  readonly controlToken?: string;
  readonly webhooks?: string;
  readonly stallAfter: string;
  readonly lagMax?: string;
  readonly dataDir?: string;
  readonly sync: string;
  readonly contract?: string;
  readonly compress?: boolean;
  readonly strict?: boolean;
  readonly acceptLoss?: boolean;
  readonly logFormat?: string;
  readonly mcp?: boolean;
  readonly quiet?: boolean;
  /** Only for `exec`: `ep-a`, or `ep-a=python handler.py`. */
  readonly workers?: readonly string[];
  readonly intercept?: boolean;
  readonly others?: string;
  /** Only for `serve`. */
  readonly untilStdinCloses?: boolean;
  readonly json?: boolean;
}

/**
 * Every option has an environment variable of the same name: `--api-key` is `PODSIM_API_KEY`. Only options of endpoints have none, because
 * their order counts.
 */
export const withServeOptions = (command: Command, portDefault: string): Command =>
  [
    ...group('Where it listens:', [
      new Option('--port <port>', 'the port; 0 = any free port').default(portDefault),
      new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
      new Option('--public-url <url>', 'the base of URLs in answers'),
      new Option(
        '--allow-host <name>',
        'answer requests that call the server by this host name, too; *.NAME is each below it; repeatable',
      ).argParser(collect),
      new Option('--tls', 'take HTTPS as well as HTTP on the port, with a certificate of a CA of your own (podsim ca)'),
      new Option('--tls-cert <file>', 'take HTTPS with this certificate, and those that it follows from, in PEM'),
      new Option('--tls-key <file>', 'the key of this certificate'),
      new Option('--cors <origin>', 'let pages of this origin use the server, such as http://localhost:3000; repeatable').argParser(
        collect,
      ),
      new Option('--control-token <token>', 'the token that the control plane requires'),
    ]),
    ...group('The default world:', worldOptions()),
    ...group('How it answers:', [
      new Option('--webhooks <origins>', 'post webhooks over the network to these origins, such as http://127.0.0.1:9000'),
      new Option('--mcp', 'answer agents at /mcp, by the Model Context Protocol; who may use the control plane may use it'),
      new Option('--limit <name=value>', 'a limit of the server, such as worlds=10; repeatable').argParser(collect),
      new Option('--stall-after <duration>', 'how long a call may be pending while a manual clock does not move').default('60s'),
      new Option('--lag-max <duration>', 'how far virtual time may lag behind a realtime clock, in wall-clock time; any unless given'),
    ]),
    ...group('Where worlds are stored:', [
      new Option('--data-dir <folder>', 'store worlds in this folder, and continue those that it contains'),
      new Option('--sync <policy>', 'always, batch or never: when the log is synced to the disk').default('always'),
      new Option('--compress', 'compress the logs'),
      new Option('--strict', 'do not start where a stored world is damaged; the others are served unless given'),
      new Option('--accept-loss', 'continue a stored world also where the end of its log is known to be missing'),
    ]),
    ...group('What it prints:', [
      new Option(
        '--log-format <format>',
        'text, json or none: how requests are logged; text on a terminal and none elsewhere unless given',
      ),
      new Option('--quiet', 'print the first line only'),
      new Option('--json', 'print the first line as JSON'),
    ]),
  ].reduce((all, option) => all.addOption(withEnvironment(option)), withEndpointOptions(command));

/** Options below a heading of their own in the help. */
const group = (heading: string, options: readonly Option[]): readonly Option[] => options.map((option) => option.helpGroup(heading));

/** The options of the default world, for a command that serves only agents. */
export const withWorldOptions = (command: Command): Command =>
  worldOptions().reduce((all, option) => all.addOption(withEnvironment(option)), command);

const worldOptions = (): readonly Option[] => [
  new Option('--clock <policy>', 'auto, manual, realtime or measured; auto unless given, or measured where real workers take jobs'),
  new Option('--speed <factor>', 'a realtime clock of so many virtual seconds a second'),
  new Option('--seed <seed>', 'the seed of the default world'),
  new Option('--scenario <file>', 'serve the world of a scenario, as it is at its end'),
  new Option('--log <file>', 'go on with the world of a log, such as a fork'),
  new Option('--api-key <key>', 'the key that clients send'),
  new Option('--contract <month>', 'which document of the management API the default world follows: 2026-08 or 2026-11'),
  new Option(
    '--timing <name>',
    'the times of the default world, such as measured-2026-12; those of its scenario unless given, or textbook',
  ),
  new Option('--setting <name=value>', 'a setting of the default world, such as job.streamShape=array; repeatable').argParser(collect),
];

/** An option may be repeated, or given once with spaces between values, because an environment variable cannot be repeated. */
const collect = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(/\s+/).filter((one) => one !== ''),
];

/** The variables of all options that have one, once the options are made. */
export const optionVariables = new Set<string>();

/** An empty variable counts as unset; `false`, `no`, `off` and `0` leave a flag off. */
export const withEnvironment = (option: Option): Option => {
  const name = nameOptionVariable(option.attributeName());
  optionVariables.add(name);
  const value = process.env[name]?.toLowerCase();
  const isOff = value === '' || (option.isBoolean() && ['0', 'false', 'no', 'off'].includes(value ?? ''));
  return isOff ? option : option.env(name);
};

export const readPort = ({ port }: WrittenServeOptions): number => {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (number <= 65_535) return number;
  throw new BadInput(`--port '${port}' is no port; give a number from 0 to 65535`);
};

/** Reads where and how worlds are stored; undefined if they are not. */
export const readStoring = ({ dataDir, sync, compress, strict, acceptLoss }: WrittenServeOptions): Storing | undefined => {
  const policy = requireKnown(sync, syncPolicies, `--sync '${sync}' is no policy`);
  if (dataDir === undefined && compress === true) throw new BadInput('--compress needs --data-dir: without it no logs are stored');
  for (const [name, given] of Object.entries({ '--strict': strict, '--accept-loss': acceptLoss }))
    if (dataDir === undefined && given === true) throw new BadInput(`${name} needs --data-dir: without it no worlds are stored`);
  if (dataDir === undefined) return undefined;
  return { folder: dataDir, sync: policy, compress: compress === true, isStrict: strict === true, acceptsLoss: acceptLoss === true };
};

/** The place and the manner of storing worlds. */
export interface Storing {
  readonly folder: string;
  readonly sync: SyncPolicy;
  readonly compress: boolean;
  readonly isStrict: boolean;
  readonly acceptsLoss: boolean;
}

/** Only text that an HTTP header can carry: ASCII without spaces. */
const checkHeaderText = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new BadInput(`${name} takes letters, digits and other ASCII characters without spaces, at least one`);
};

/** Host names without ports, as requests write them. */
export const readAllowedHosts = ({ allowHost = [] }: Pick<WrittenServeOptions, 'allowHost'>): readonly string[] =>
  allowHost.map((name) => {
    if (/^(?:(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])$/i.test(name)) return name;
    throw new BadInput(`--allow-host '${name}' is no host name; write it without a port, like podsim.test`);
  });

/** Origins as browsers write them. */
export const readCors = ({ cors = [] }: WrittenServeOptions): readonly string[] =>
  cors.map((text) => {
    const { origin } = readUrl('--cors', text);
    if (text === origin || text === `${origin}/`) return origin;
    throw new BadInput(`--cors '${text}' is no origin; write it without a path, like ${origin}`);
  });

/** The token that the control plane requires, if any. */
export const readControlToken = ({ controlToken }: WrittenServeOptions): string | undefined =>
  checkHeaderText('--control-token', controlToken);

/** The key that clients send, if one is given. */
export const readApiKey = ({ apiKey }: WrittenServeOptions): string | undefined => checkHeaderText('--api-key', apiKey);

/** Reads the timing of the default world; undefined if its scenario gives it. */
export const readTiming = ({ timing }: WrittenServeOptions): TimingName | undefined =>
  timing === undefined ? undefined : requireKnown(timing, timingNames, `--timing '${timing}' is no timing`);

/** Settings of the default world that differ from the defaults and from its scenario. */
export const settingsGiven = ({ setting = [], contract }: Pick<WrittenServeOptions, 'setting' | 'contract'>): SomeSettings => {
  const alone = parseSettings(contract === undefined ? [] : [`account.contract=${contract}`]);
  if (isLeft(alone)) throw new BadInput(`--contract${alone.left.replace('account.contract', '')}`);
  const settings = parseSettings(contract === undefined ? setting : [`account.contract=${contract}`, ...setting]);
  if (isLeft(settings)) throw new BadInput(`--setting: ${settings.left}`);
  return settings.right;
};

/** The limits of the server. */
export const readLimits = ({ limit = [] }: WrittenServeOptions): Limits => {
  const limits = parseLimits(limit);
  if (isLeft(limits)) throw new BadInput(`--limit: ${limits.left}`);
  return limits.right;
};

/** An http or https URL without query and fragment. */
export const readUrl = (name: string, text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new BadInput(`${name} '${text}' is no address; write it like http://127.0.0.1:8787`);
};

/** The origins that webhooks may be posted to over the network. */
export const readOrigins = ({ webhooks }: WrittenServeOptions): readonly string[] =>
  webhooks === undefined ? [] : webhooks.split(',').map((text) => readUrl('--webhooks', text.trim()).origin);

/**
 * Chooses the format in which requests are logged, for an output that may be a terminal. Other outputs get no log unless an option asks for
 * one: a program that starts a server may read only its first line, and a full pipe would stop the server.
 */
export const readLogFormat = ({ logFormat, quiet }: WrittenServeOptions, isTerminal: boolean): LogFormat => {
  if (logFormat === undefined) return isTerminal && quiet !== true ? 'text' : 'none';
  return requireKnown(logFormat, logFormats, `--log-format '${logFormat}' is no format`);
};
