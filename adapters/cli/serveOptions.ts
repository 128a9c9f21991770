import { type Command, Option } from 'commander';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type ClockPolicy, type Limits, parseDuration, parseLimits, parseSettings, type SomeSettings } from '../../engine/index.ts';
import { type SyncPolicy, syncPolicies } from '../store/syncing.ts';
import { BadInput } from './exit.ts';

/** What `serve` and `exec` are told, as it comes from the command line or the environment. */
export interface WrittenServeOptions {
  readonly port: string;
  readonly host: string;
  readonly clock?: string;
  readonly speed?: string;
  readonly seed?: string;
  readonly scenario?: string;
  readonly apiKey?: string;
  readonly setting?: readonly string[];
  readonly limit?: readonly string[];
  readonly publicUrl?: string;
  readonly controlToken?: string;
  readonly webhooks?: string;
  readonly stallAfter: string;
  readonly dataDir?: string;
  readonly sync: string;
  readonly compress?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Every option has an environment variable of the same name: `--api-key` is `PODSIM_API_KEY`. */
export const withServeOptions = (command: Command, portDefault: string): Command =>
  [
    new Option('--port <port>', 'the port; 0 = any that is free').default(portDefault),
    new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
    new Option('--clock <policy>', 'realtime, manual or auto; realtime unless given'),
    new Option('--speed <factor>', 'how many virtual seconds a second has, for a realtime clock; 1 unless given'),
    new Option('--seed <seed>', 'the seed of the default world'),
    new Option('--scenario <file>', 'serve the world of a scenario, as it is at its end'),
    new Option('--api-key <key>', 'the key that clients send'),
    new Option('--setting <name=value>', 'a setting of the default world, such as job.streamShape=envelope; again for each').argParser(
      several,
    ),
    new Option('--limit <name=value>', 'what one request may ask, such as worlds=10; again for each').argParser(several),
    new Option('--public-url <url>', 'what URLs in answers begin with'),
    new Option('--control-token <token>', 'what the control plane asks for'),
    new Option('--webhooks <origins>', 'post webhooks for real to these origins, such as http://127.0.0.1:9000'),
    new Option('--stall-after <duration>', 'how long a call may wait while a manual clock stands still').default('60s'),
    new Option('--data-dir <folder>', 'keep worlds in this folder, and go on with those that are there'),
    new Option('--sync <policy>', 'always, batch or never: how safely an answer is kept before it goes out').default('always'),
    new Option('--compress', 'keep logs compressed'),
    new Option('--quiet', 'print the first line only'),
    new Option('--json', 'print the first line as JSON'),
  ].reduce((all, option) => all.addOption(withEnvironment(option)), command);

/** Given again and again, or once with spaces between: an environment variable cannot come twice. */
const several = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(/\s+/).filter((one) => one !== ''),
];

/** A variable that is set to nothing is not set; `false`, `no`, `off` and `0` leave a flag out. */
const withEnvironment = (option: Option): Option => {
  const name = `PODSIM_${option.attributeName().replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
  const value = process.env[name]?.toLowerCase();
  const isOff = value === '' || (option.isBoolean() && ['0', 'false', 'no', 'off'].includes(value ?? ''));
  return isOff ? option : option.env(name);
};

export const portOf = ({ port }: WrittenServeOptions): number => {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (number <= 65_535) return number;
  throw new BadInput(`--port '${port}' is no port; give a number from 0 to 65535`);
};

/** The clock policy that is asked for; undefined where none is: then a world that was kept goes on under its own. */
export const clockOf = ({ clock, speed }: WrittenServeOptions): ClockPolicy | undefined => {
  if (clock === undefined && speed === undefined) return undefined;
  const factor = speed === undefined || /^\d+(\.\d+)?$/.test(speed) ? Number(speed ?? 1) : 0;
  if (!(factor > 0 && factor <= 1_000_000)) throw new BadInput(`--speed '${speed}' is no speed; give a number above 0, such as 60`);
  if (clock === undefined || clock === 'realtime') return { clock: 'realtime', speed: factor };
  if (speed !== undefined && (clock === 'manual' || clock === 'auto')) throw new BadInput('--speed is for a realtime clock');
  if (clock === 'manual' || clock === 'auto') return { clock };
  throw new BadInput(`--clock '${clock}' is no policy; there are realtime, manual and auto`);
};

export const stallAfterOf = ({ stallAfter }: WrittenServeOptions): number => {
  const ms = parseDuration(stallAfter);
  if (ms === undefined || ms === 0) throw new BadInput(`--stall-after '${stallAfter}' is no duration; write it like 60s`);
  return ms;
};

/** Where worlds are kept, and how; undefined where they are not. */
export const storingOf = ({
  dataDir,
  sync,
  compress,
}: WrittenServeOptions): { folder: string; sync: SyncPolicy; compress: boolean } | undefined => {
  const policy = syncPolicies.find((known) => known === sync);
  if (policy === undefined) throw new BadInput(`--sync '${sync}' is no policy; there are ${syncPolicies.join(', ')}`);
  if (dataDir === undefined && compress === true)
    throw new BadInput('--compress needs --data-dir: there is nothing to compress without it');
  return dataDir === undefined ? undefined : { folder: dataDir, sync: policy, compress: compress === true };
};

/** What a header can carry: signs of ASCII, and no spaces. */
const carried = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new BadInput(`${name} takes letters, digits and signs of ASCII without spaces, at least one`);
};

/** What the control plane asks for, where it asks for anything. */
export const controlTokenOf = ({ controlToken }: WrittenServeOptions): string | undefined => carried('--control-token', controlToken);

/** The key that clients send, where one is given. */
export const apiKeyOf = ({ apiKey }: WrittenServeOptions): string | undefined => carried('--api-key', apiKey);

/** What differs from the defaults in the default world, and from what its scenario says. */
export const settingsGiven = ({ setting = [] }: WrittenServeOptions): SomeSettings => {
  const settings = parseSettings(setting);
  if (isLeft(settings)) throw new BadInput(`--setting: ${settings.left}`);
  return settings.right;
};

/** What one request may ask of the server. */
export const limitsOf = ({ limit = [] }: WrittenServeOptions): Limits => {
  const limits = parseLimits(limit);
  if (isLeft(limits)) throw new BadInput(`--limit: ${limits.left}`);
  return limits.right;
};

/** An address that begins URLs: http or https, and nothing after the path. */
export const urlOf = (name: string, text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new BadInput(`${name} '${text}' is no address; write it like http://127.0.0.1:8787`);
};

/** The origins that webhooks may really be posted to. */
export const originsOf = ({ webhooks }: WrittenServeOptions): readonly string[] =>
  webhooks === undefined ? [] : webhooks.split(',').map((text) => urlOf('--webhooks', text.trim()).origin);
