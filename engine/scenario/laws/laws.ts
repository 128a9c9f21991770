import { getOrElse, isLeft, type Left, tryCatch } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../cloud/input.ts';
import { isSame } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { type Draw, drawsFrom } from '../../kernel/rng.ts';
import { replay, rerun } from '../../world/history/rerun.ts';
import { divergence } from '../../world/reports/divergence.ts';
import { stateSnapshot } from '../../world/reports/stateSnapshot.ts';
import type { World } from '../../world/world.ts';
import { playScenarioInputs } from '../play/inputs.ts';
import { type LawName, lawNames, lawTexts } from '../properties/lawNames.ts';
import { record, recordScenario } from '../recording/record.ts';
import { parseScenario, type Scenario } from '../scenario.ts';
import { continueFromSnapshot, copyOptions, logFromFork, snapshotPlaces } from './continued.ts';

/** The laws of every finished run, in addition to the invariants. A broken law is a bug in the simulator. */
export interface Law {
  readonly name: LawName;
  readonly about: string;
  /** Returns the violation; undefined if the law holds. `draw` picks the place in the log for laws that need one. */
  readonly broken: (world: World, draw: Draw) => string | undefined;
}

/** The draws with which a run's laws pick places in its log: the same each time, and no draws of the run itself. */
const makeDraw = ({ header }: World): Draw => drawsFrom(header.definition.seed);

const checks: { readonly [Name in LawName]: Law['broken'] } = {
  rerun: (world) => differenceFrom(world, [...rerun(world.header, world.log.entries(), copyOptions(world)).log.entries()], 'played again'),
  recording: (world) => differsWhenRecorded(world),
  replay: (world) => differsWhenReplayed(world),
  snapshot: (world, draw) => differsFromSnapshot(world, draw),
  fork: (world, draw) => differsFromFork(world, draw),
};

/** In the order in which they are checked: the cheapest first. */
export const laws: readonly Law[] = lawNames.map((name) => ({ name, about: lawTexts[name], broken: checks[name] }));

export const lawNamed = (name: LawName): Law => laws[lawNames.indexOf(name)] as Law;

/** Checks a finished run by that law. Returns the violation; undefined if the law holds. A law that throws an error is broken. */
export const checkLaw = ({ broken }: Law, world: World): string | undefined =>
  getOrElse((words: string | undefined) => words)(tryCatch(() => broken(world, makeDraw(world)), threw));

const threw = (thrown: unknown): string => `an error is thrown: ${thrown instanceof Error ? thrown.message : String(thrown)}`;

const differsWhenRecorded = (world: World): string | undefined => {
  const recorded = readRecording(world);
  if (typeof recorded === 'string') return `it cannot be recorded: ${recorded}`;
  const played = playScenarioInputs(recorded, recorded.spec.inputs ?? [], { sha256: world.sha256 });
  const differs = differenceFrom(world, [...played.world.log.entries()], 'played from its recording');
  const [wrong] = [...played.failed.map(({ message }) => message), ...played.unfired];
  return differs ?? (wrong && `played from its recording, an answer is another: ${wrong}`);
};

/**
 * Reads the recording from its text; for a session that is too long for a file, without its text. Otherwise returns the reason why there is
 * none.
 */
const readRecording = ({ header, log, sha256 }: World): Scenario | string => {
  const entries = [...log.entries()];
  const file = 'recorded.scenario.yaml';
  const text = record(header, entries, sha256);
  if (isLeft(text)) {
    const data = recordScenario(file, header, entries);
    return isLeft(data) ? data.left : data.right;
  }
  const parsed = parseScenario(file, text.right, () => undefined);
  if (isLeft(parsed)) return describeProblem(parsed);
  const [scenario] = parsed.right;
  return scenario ?? 'it asks for no run';
};

const describeProblem = ({ left: [first] }: Left<readonly { readonly message: string }[]>): string =>
  `it cannot be read: ${first?.message}`;

const differsWhenReplayed = (world: World): string | undefined => {
  const is = stateSnapshot(world.state, world.now);
  const folded = stateSnapshot(replay(world.header, world.log.entries()), world.now);
  const parts = (Object.keys(is) as (keyof typeof is)[]).filter((part) => !isSame(is[part], folded[part]));
  return parts.length === 0 ? undefined : `folded from its events, the world has other ${parts.join(', ')}`;
};

const differsFromSnapshot = (world: World, draw: Draw): string | undefined => {
  const places = snapshotPlaces(world);
  const seq = places[Math.floor(draw('law', 'snapshot') * places.length)];
  return seq === undefined ? undefined : differsFromSnapshotAt(world, seq);
};

/** Describes the difference if the run continues from a snapshot before that entry; undefined if it does not differ. */
export const differsFromSnapshotAt = (world: World, seq: number): string | undefined =>
  differenceFrom(world, [...continueFromSnapshot(world, seq).log.entries()], `from a snapshot before entry ${seq} on`);

const differsFromFork = (world: World, draw: Draw): string | undefined =>
  differsFromForkAt(world, Math.floor(draw('law', 'fork') * (world.log.length + 1)));

/** The same of a fork after that entry. */
export const differsFromForkAt = (world: World, seq: number): string | undefined => {
  const log = logFromFork(world, seq);
  return isLeft(log)
    ? `there is no fork after entry ${seq}: ${log.left}`
    : differenceFrom(world, log.right, `from a fork after entry ${seq} on`);
};

/** Where another log of the same inputs differs from that of the world, in words; `how` it was made. Undefined if they are the same. */
export const differenceFrom = ({ log }: World, other: readonly LogEntry<DomainEvent>[], how: string): string | undefined => {
  const found = divergence([...log.entries()], other);
  if (found === undefined) return undefined;
  const [was, is] = [found.a?.event.type ?? 'the end', found.b?.event.type ?? 'the end'];
  const what = was === is ? `is another ${is}` : `is ${is} instead of ${was}`;
  return `${how}, the log differs: entry ${found.seq} ${what}`;
};
