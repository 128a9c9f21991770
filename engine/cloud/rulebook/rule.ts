/**
 * A rule, and what it rests on. `interface`: the interface document says so. `platform`: public facts about the real platform. `policy`: chosen here, because no
 * public source says it; its number is a setting of the world, or a bound (`api/reading/bounds.ts`). `measured`: it was seen on the real platform,
 * and how long it takes is computed from what was seen (`cloud/timing/`); off in the timing `textbook`.
 */
export interface Rule<Id extends string = string> {
  readonly id: Id;
  readonly group: string;
  readonly text: string;
  /** What the rule rests on, the strongest source first. */
  readonly source: string;
  /** Where the simulator does less than the rule says. */
  readonly caveat?: string;
}

/** The rows, with their ids as a type. */
export function list<const Id extends string>(rows: readonly Rule<Id>[]): readonly Rule<Id>[] {
  return rows;
}
