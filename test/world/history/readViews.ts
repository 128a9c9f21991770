import { isRight } from 'fp-ts/lib/Either.js';
import { writeHeaders } from '../../../adapters/http/answers.ts';
import { checkPermission } from '../../../engine/api/admission/authorize.ts';
import type { Answer, Described, Operation } from '../../../engine/api/operation.ts';
import { operations } from '../../../engine/api/table.ts';
import { cpuFlavors } from '../../../engine/cloud/catalog/cpuFlavors.ts';
import { dataCenters } from '../../../engine/cloud/catalog/dataCenters.ts';
import { gpuTypes } from '../../../engine/cloud/catalog/gpuTypes.ts';
import { findId, findKind, isKind, kinds } from '../../../engine/cloud/entities.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { State } from '../../../engine/cloud/state/state.ts';
import { answerControl, type ServerOperation } from '../../../engine/control/operation.ts';
import { serverOperations } from '../../../engine/control/table.ts';
import { canonicalText } from '../../../engine/kernel/canonical.ts';
import { copier } from '../../../engine/kernel/copy.ts';
import { limitLog } from '../../../engine/kernel/log.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { changeSettings, type LogHeader, readSettings } from '../../../engine/simulator/definition.ts';
import { definitionOfLog } from '../../../engine/world/arguments.ts';
import { replay } from '../../../engine/world/history/rerun.ts';
import { makeHistory } from '../../../engine/world/history/rewind.ts';
import { snapshotForm } from '../../../engine/world/snapshot.ts';
import { World } from '../../../engine/world/world.ts';
import { complaintsAbout } from '../../support/contract/contractMonitor.ts';
import { FakeHost } from '../../support/serving/fakeHost.ts';

/** A log that was read, and what it is called. */
export interface NamedLog {
  readonly name: string;
  readonly header: LogHeader;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

/** What the worlds of logs answered: a line for each problem, and how often each operation succeeded. */
export class Readings {
  readonly problems: string[] = [];
  readonly successes = new Map<string, number>();
}

/** The operations of the two APIs that read: those of the catalog need no permission. */
const apiReads = operations.filter(({ methods, permission }) => methods.includes('GET') && permission?.level !== 'write');

/** Those of the control plane that read a world, and not the process. The lines of the log are what is read here anyway. */
const controlReads = serverOperations.filter(
  ({ methods, ofProcess, success }) => methods[0] === 'GET' && ofProcess !== true && success.lines === undefined,
);

export const reads: readonly Described[] = [...apiReads, ...controlReads];

/**
 * Folds a log once. After every so many entries, and at its end, a world begins with what has been folded, and answers every
 * operation that reads: for every entity, as the account that owns it, and for every list, as every account.
 */
export const readViews = (log: NamedLog, every: number, readings: Readings): void => {
  for (const { seq, world } of worldsOf(log, every)) {
    const note = notingIn(readings, `${log.name}, after entry ${seq}`);
    const [atOnce, mayWait] = [
      apiReads.filter(({ resume }) => resume === undefined),
      apiReads.filter(({ resume }) => resume !== undefined),
    ];
    const before = told(world);
    for (const row of atOnce) readAsOwner(world, row, note);
    const host = new FakeHost();
    host.adoptWorld('of-log', () => world, { clock: 'manual' });
    const isLandmark = seq % (10 * every) === 0 || seq === log.entries.length;
    for (const row of controlReads) if (isLandmark || !readsWholeLog(row)) readAsOperator(host, world, row, note);
    if (told(world) !== before) readings.problems.push(`${log.name}, after entry ${seq}: reading changed the world`);
    // What may wait, or takes what it gives, comes last.
    for (const row of mayWait) readAsOwner(world, row, note);
  }
};

/** These cost as much as the log is long, each time: they are asked at every tenth place. */
const readsWholeLog = ({ worksOn, path }: ServerOperation): boolean => worksOn !== undefined || namesAny(path);

const namesAny = (path: string): boolean => path.includes('{entity}');

/** The worlds of a log at these places, each of its own: whatever happens in one, the fold and the next do not know of it. */
function* worldsOf({ name, header, entries }: NamedLog, every: number) {
  const definition = definitionOfLog(header.definition);
  const { log } = makeHistory(header, entries);
  const state = replay(header, []);
  const apiFaults = new Set<string>();
  let settings = readSettings(definition);
  for (const entry of entries) {
    const { seq, at, event } = entry;
    try {
      if (!isOfApiFault(event, apiFaults)) state.replay(entry);
    } catch (cause) {
      throw new Error(`${name}, entry ${seq}: ${event.type} is not folded: ${(cause as Error).message}`, { cause });
    }
    if (event.type === 'SettingsChanged') settings = changeSettings(settings, event.settings);
    if (seq % every !== 0 && seq !== entries.length) continue;
    const loop = { now: at, scheduled: 0, state: dumped(state), seed: definition.seed, settings };
    const snapshot = { form: snapshotForm, seq, loop, callers: { calls: seq, held: [] } };
    yield { seq, world: new World(definition, { header, invariants: false }, { snapshot, past: limitLog(log, seq) }) };
  }
}

/** Faults of the API itself would refuse reads, or hold them: these worlds have none. */
const isOfApiFault = (event: DomainEvent, known: Set<string>): boolean => {
  if (event.type === 'FaultInjected' && event.spec.fault.startsWith('api-')) known.add(event.faultId);
  return findKind(event) === 'fault' && known.has(findId('fault', event));
};

const dumped = (state: State) => finish(state.dump(copier()));

/** What a read may not change. */
const told = ({ state, log }: World): string =>
  canonicalText({ entries: log.length, entities: Object.fromEntries(kinds.map((kind) => [kind, [...state.all(kind)]])) } as never);

type Note = (row: Described, params: Params, answer: () => Answer | undefined) => void;
type Params = Readonly<Record<string, string>>;

/** Notes an answer, and what is wrong with it. Only what is not shown any more may be refused. */
const notingIn =
  ({ problems, successes }: Readings, where: string): Note =>
  (row, params, answering) => {
    const path = Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), row.path);
    const problem = (words: string) => problems.push(`${where}: ${row.id} ${words}`);
    try {
      const answer = answering();
      if (answer === undefined) return;
      const { status } = answer;
      if (status === row.success.status) successes.set(row.id, (successes.get(row.id) ?? 0) + 1);
      else if (status !== 404) problem(`GET ${path} ${status}: is refused by ${answer.rule}`);
      for (const words of wrongIn(row, path, answer)) problem(words);
    } catch (error) {
      problem(`GET ${path}: ${(error as Error).message}`);
    }
  };

/** As over HTTP: what is not JSON is not there. A stream is looked at as what there is already. */
const wrongIn = ({ success }: Described, path: string, answer: Answer): readonly string[] => {
  const body: unknown = answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body));
  if (answer.frames !== undefined)
    return (success.schema?.safeParse(body).error?.issues ?? []).map(
      (issue) => `GET ${path} 200: $.${issue.path.join('.')} ${issue.message}`,
    );
  const flat = writeHeaders({ ...answer, headers: { 'content-type': 'application/json', ...answer.headers } }, undefined, 'r-1');
  const headers = Object.fromEntries(flat.flatMap((name, k) => (k % 2 === 0 ? [[name, flat[k + 1] as string]] : [])));
  return complaintsAbout({ method: 'GET', path, status: answer.status, headers, ...(body === undefined ? {} : { body }) });
};

/** Calls for every entity that the path may name; else once for every account. */
const readAsOwner = (world: World, row: Operation, note: Note): void => {
  for (const { accountId, params } of namedBy(world.state, row)) {
    const request = { params, query: {} };
    const owners = [...world.state.keyring.all()].filter((one) => one.accountId === accountId);
    const key = owners.find((one) => isRight(checkPermission(one, row, request)))?.key;
    if (key === undefined) continue;
    note(row, params, () => {
      const reply = world.call({ operation: row.id, client: { digest: key.digest }, request, base: 'http://localhost', unguarded: true });
      return 'answer' in reply ? reply.answer : undefined;
    });
  }
};

interface Named {
  readonly accountId: string;
  readonly params: Params;
}

/** What the parameters of a row's path may name, and whose it is. What lives on an endpoint is named after it. */
const namedBy = (state: State, { resolves = {} }: Operation): readonly Named[] => {
  const accounts = [...state.all('account')].map(({ id }) => id);
  const [[first, kind] = [], [second, part] = []] = Object.entries(resolves);
  if (first === undefined || kind === undefined) return accounts.map((accountId) => ({ accountId, params: {} }));
  if (!isKind(kind)) return catalog[kind].map(({ id }) => ({ accountId: accounts[0] ?? '', params: { [first]: id } }));
  const owned = [...state.all(kind)].map((entity) => ({ accountId: (entity as Owned).accountId, id: entity.id }));
  if (second === undefined || part === undefined) return owned.map(({ accountId, id }) => ({ accountId, params: { [first]: id } }));
  const parts = [...state.all(part as 'job' | 'worker')];
  return owned.flatMap(({ accountId, id }) =>
    parts.filter(({ endpointId }) => endpointId === id).map((one) => ({ accountId, params: { [first]: id, [second]: one.id } })),
  );
};

type Owned = { readonly accountId: string };

const catalog = { gpuType: gpuTypes, cpuType: cpuFlavors, dataCenter: dataCenters };

/** The control plane's names any entity; none of its other reads names one. */
const readAsOperator = (host: FakeHost, { state }: World, row: ServerOperation, note: Note): void => {
  const named = namesAny(row.path) ? kinds.flatMap((kind) => [...state.all(kind)].map(({ id }) => ({ entity: id }))) : [{}];
  for (const params of named) note(row, params, () => finish(answerControl(host.desk('of-log'), row, { params, query: {} })));
};
