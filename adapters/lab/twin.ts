import type { GivenConfiguration } from '../twin/own.ts';
import { load } from './load.ts';

/** How records are read, and how their endpoint was set. */
export interface TwinOptions {
  /** Which column a field is in, such as `submitted=ts`; by the names of the columns unless given. */
  readonly map?: readonly string[];
  /** Only rows with this value, such as `status=COMPLETED`; all unless given. */
  readonly where?: readonly string[];
  /** The settings of the endpoint; what is not given is read off the records. */
  readonly given?: GivenConfiguration;
  /** Of the plays that test the fit; `twin` unless given. */
  readonly seed?: string;
}

/** The twin of an endpoint: the texts of its files, and what is said of them. */
export interface Twin {
  /** Its scenario, its study, and `twin.json`, which {@link checkTwin} reads. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly summary: readonly string[];
  /** Why its study recommends nothing; none if nothing speaks against it. */
  readonly doubts: readonly string[];
}

/**
 * Reads the records of an endpoint's jobs, and writes the texts of its twin. `goal`: the limit of the 95th percentile of waits that its study
 * has; `30s` unless given.
 */
export const importTwin = async (
  records: readonly string[],
  { map = [], where = [], given = {}, seed = 'twin', goal = '30s' }: TwinOptions & { readonly goal?: string } = {},
): Promise<Twin> => {
  const { importTwin: readAndFit, readMap, readWhere } = await load();
  const { files, summary, doubts } = await readAndFit(records, { map: readMap(map), where: readWhere(where), given, seed, goal });
  return { files, summary, doubts };
};

/** What of a twin newer records contradict. */
export interface TwinDrift {
  /** Undefined: too few jobs tell. */
  readonly pieces: readonly { readonly piece: string; readonly isDrifted: boolean | undefined }[];
  /** Waits are far from those of the twin, and no piece of it explains that. */
  readonly isUnexplained: boolean;
  /** The twin with the pieces that have drifted as they are now; none if nothing has. */
  readonly now: Twin['files'];
}

/** Compares newer records with a twin, whose `twin.json` this is. */
export const checkTwin = async (kept: string, records: readonly string[], given: GivenConfiguration = {}): Promise<TwinDrift> => {
  const { checkTwin: compare, keptFile, readKept } = await load();
  const { drifts, isUnexplained, now } = await compare(readKept(keptFile, kept), records, given);
  return { pieces: drifts.map(({ piece, isDrifted }) => ({ piece, isDrifted })), isUnexplained, now };
};
