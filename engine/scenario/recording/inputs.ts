import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { findOperation } from '../../api/operations.ts';
import type { DomainEvent, InputEvent } from '../../cloud/input.ts';
import { Keyring } from '../../cloud/projections/keyring.ts';
import type { LogChain } from '../../kernel/log.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { formatDuration, type VirtualTime } from '../../kernel/time.ts';
import { findFirstKey, type LogHeader } from '../../simulator/definition.ts';
import type { CallWritten, InputWritten } from '../inputs/format.ts';
import { placeText } from '../play/fingerprint.ts';
import { alikeJoined } from './alike.ts';
import { type Came, listOutcomes } from './outcome.ts';
import { requestWritten } from './request.ts';
import { settingsWritten } from './world.ts';

/** The external inputs that a log contains. */
export interface RecordedInputs {
  readonly inputs: readonly InputWritten[];
  /** The number of inputs, with joined calls counted one by one. */
  readonly count: number;
}

/**
 * The inputs of a log as a scenario writes them, in order; equal calls in a row are joined. With a chain, each input has its
 * place in the log, and the chain ends at the end of the log.
 */
export const inputsWritten = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[], chain?: LogChain): RecordedInputs => {
  const known = new KnownResults(header, entries);
  const inputs: InputWritten[] = [];
  let before: VirtualTime | undefined;
  for (const entry of entries) {
    chain?.add(entry);
    const written = inputWritten(entry, before, known);
    before = entry.at;
    if (written !== undefined) inputs.push(chain === undefined ? written : { ...written, entry: placeText(entry.seq, chain.link) });
    known.note(entry);
  }
  return { inputs: alikeJoined(inputs), count: inputs.length };
};

/** `before`: when the entry before it was made. */
const inputWritten = (
  { seq, at, event }: LogEntry<DomainEvent>,
  before: VirtualTime | undefined,
  known: KnownResults,
): InputWritten | undefined => {
  switch (event.type) {
    case 'InputReceived':
      return callWritten(seq, at, event, known);
    case 'ClockAdvanced':
      return { clock: { to: time(at) } };
    case 'CallsCounted':
      return { at: time(at), counted: event.counted.map(({ of, windowMs, calls }) => ({ of, window: formatDuration(windowMs), calls })) };
    case 'CallerLeft':
      // The clock of a server moves on while nothing is due, and the log says so only here.
      return at === before ? { leave: event.call } : { at: time(at), leave: event.call };
    case 'SeedChanged':
      return { at: time(at), seed: event.seed };
    case 'SettingsChanged':
      return { at: time(at), settings: settingsWritten(event.settings) as never };
    case 'ClockPolicySet':
      return { at: time(at), clockPolicy: event.policy };
    default:
      return undefined;
  }
};

const time = (at: VirtualTime): string => formatDuration(Number(at));

type ReceivedInput = Extract<InputEvent, { readonly type: 'InputReceived' }>;

const callWritten = (
  seq: number,
  at: VirtualTime,
  { operation, client, request, key }: ReceivedInput,
  known: KnownResults,
): CallWritten => {
  const { left, made, refused } = known.of(seq);
  const as = known.nameCaller(operation, client);
  return {
    at: time(at),
    ...(left === undefined ? {} : { name: left }),
    act: operation,
    ...(as === undefined ? {} : { as }),
    ...requestWritten(operation, request, known.names),
    ...(key === undefined ? {} : { key }),
    ...(made === undefined ? {} : { save: { [made.name]: 'id' } }),
    ...(refused === undefined ? {} : { expect: refused }),
  };
};

/** The facts at an input's place in the log: the key of each client, and the names of ids. */
class KnownResults {
  readonly names = { byId: new Map<string, string>(), variables: new Map<string, string>() };
  readonly #keyring = new Keyring();
  readonly #first: string | undefined;
  readonly #came: ReadonlyMap<number, Came>;

  constructor({ definition }: LogHeader, entries: readonly LogEntry<DomainEvent>[]) {
    this.#first = findFirstKey(definition)?.digest;
    this.#came = listOutcomes(entries);
  }

  /** The result of the input with that number. */
  of(seq: number): Came {
    return this.#came.get(seq) ?? nothing;
  }

  /** The caller; undefined for the default caller of a scenario. */
  nameCaller(operation: string, client: ReceivedInput['client']): CallWritten['as'] | undefined {
    const isControl = findOperation(operation)?.api === 'control';
    if ('because' in client) {
      if (client.because === 'missing') return noKeyName;
      return isControl && client.because === 'operator' ? undefined : { because: client.because };
    }
    if (!isControl && client.digest === this.#first) return undefined;
    const name = this.#keyring.find(client.digest)?.key.name;
    const isMeant = name !== undefined && name !== noKeyName && this.#keyring.findByName(name)?.key.digest === client.digest;
    return isMeant ? name.replaceAll('$', '$$$$') : { digest: client.digest };
  }

  /** Updates the knowledge with an entry, for the inputs after it. */
  note({ seq, event }: LogEntry<DomainEvent>): void {
    if (event.type === 'AccountKeyCreated' || event.type === 'AccountKeyRevoked') this.#keyring.apply(event);
    const { made } = event.type === 'InputReceived' ? this.of(seq) : nothing;
    if (made === undefined) return;
    this.names.byId.set(made.id, made.name);
    this.names.variables.set(made.name, made.id);
  }
}

const nothing: Came = {};
