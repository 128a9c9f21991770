/** The regions that the catalog knows. */
export const regions = [
  'NORTH_AMERICA',
  'SOUTH_AMERICA',
  'EUROPE',
  'ASIA',
  'MIDDLE_EAST',
  'AFRICA',
  'OCEANIA',
  'ANTARCTICA',
  'UNKNOWN',
] as const;

type Region = (typeof regions)[number];

/** Data centers. Regions follow from the id's prefix; the storage tiers of a center are policy if they are not public. */
export interface DataCenter {
  readonly id: string;
  readonly region: Region;
  readonly globalNetwork: boolean;
  /** Can hold network volumes. */
  readonly storage: boolean;
}

// biome-ignore format: a table
export const dataCenters: readonly DataCenter[] = [
  { id: 'EU-RO-1',   region: 'EUROPE',        globalNetwork: true,  storage: true },
  { id: 'CA-MTL-1',  region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'EU-SE-1',   region: 'EUROPE',        globalNetwork: true,  storage: false },
  { id: 'US-IL-1',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: true },
  { id: 'EUR-IS-1',  region: 'EUROPE',        globalNetwork: false, storage: true },
  { id: 'EU-CZ-1',   region: 'EUROPE',        globalNetwork: true,  storage: true },
  { id: 'US-TX-3',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: false },
  { id: 'EUR-IS-2',  region: 'EUROPE',        globalNetwork: true,  storage: false },
  { id: 'US-KS-2',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: true },
  { id: 'US-GA-2',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: true },
  { id: 'US-WA-1',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: true },
  { id: 'US-TX-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'CA-MTL-3',  region: 'NORTH_AMERICA', globalNetwork: true,  storage: false },
  { id: 'EU-NL-1',   region: 'EUROPE',        globalNetwork: true,  storage: false },
  { id: 'US-TX-4',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: false },
  { id: 'US-CA-2',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: true },
  { id: 'US-NC-1',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: true },
  { id: 'OC-AU-1',   region: 'OCEANIA',       globalNetwork: true,  storage: false },
  { id: 'US-DE-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'EUR-IS-3',  region: 'EUROPE',        globalNetwork: false, storage: false },
  { id: 'CA-MTL-2',  region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'AP-JP-1',   region: 'ASIA',          globalNetwork: false, storage: false },
  { id: 'EUR-NO-1',  region: 'EUROPE',        globalNetwork: false, storage: true },
  { id: 'EU-FR-1',   region: 'EUROPE',        globalNetwork: true,  storage: false },
  { id: 'US-KS-3',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-GA-1',   region: 'NORTH_AMERICA', globalNetwork: true,  storage: false },
  { id: 'AP-IN-1',   region: 'ASIA',          globalNetwork: false, storage: false },
  { id: 'AP-IN-2',   region: 'ASIA',          globalNetwork: false, storage: false },
  { id: 'CA-MTL-4',  region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'EU-DK-1',   region: 'EUROPE',        globalNetwork: false, storage: false },
  { id: 'EU-SE-2',   region: 'EUROPE',        globalNetwork: false, storage: false },
  { id: 'EUR-IS-4',  region: 'EUROPE',        globalNetwork: false, storage: false },
  { id: 'EUR-IS-5',  region: 'EUROPE',        globalNetwork: false, storage: false },
  { id: 'EUR-NO-2',  region: 'EUROPE',        globalNetwork: false, storage: false },
  { id: 'SEA-SG-1',  region: 'ASIA',          globalNetwork: false, storage: false },
  { id: 'US-CA-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-KS-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-MD-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: true },
  { id: 'US-MO-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: true },
  { id: 'US-MO-2',   region: 'NORTH_AMERICA', globalNetwork: false, storage: true },
  { id: 'US-NC-2',   region: 'NORTH_AMERICA', globalNetwork: false, storage: true },
  { id: 'US-NE-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: true },
  { id: 'US-OR-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-OR-2',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-PA-1',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-TX-2',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-TX-5',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
  { id: 'US-TX-6',   region: 'NORTH_AMERICA', globalNetwork: false, storage: false },
];

const byId: ReadonlyMap<string, DataCenter> = new Map(dataCenters.map((center) => [center.id, center]));

export const findDataCenter = (id: string): DataCenter | undefined => byId.get(id);

/** The country of a data center, as its id has it: `US-TX-3` and `CA-MTL-1` begin with it, `EU-RO-1` and the like have it second. */
export const findCountry = ({ id }: DataCenter): string => {
  const [area = '', second = ''] = id.split('-');
  return area === 'US' || area === 'CA' ? area : second;
};

/** The storage tiers a data center has, the first of them its primary one (policy: where there is storage, there are both). */
export const listVolumeTiers = ({ storage }: DataCenter): ('STANDARD' | 'HIGH_PERFORMANCE')[] =>
  storage ? ['STANDARD', 'HIGH_PERFORMANCE'] : [];
