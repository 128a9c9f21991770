// biome-ignore format: a table
export const catalog = [
  { rule: 'catalog.availability', file: 'api/management/catalog.ts', was: 'if (include !== undefined && product === undefined)', is: 'if (include === null && product === undefined)' },
  { rule: 'catalog.availability', file: 'api/management/catalog.ts', was: 'include === undefined && narrowing.length > 0', is: 'include === undefined && narrowing.length > 1' },
  { rule: 'catalog.availability', file: 'api/management/catalog.ts', was: 'query.cudaVersions !== undefined && query.minCudaVersion !== undefined', is: 'query.cudaVersions === null' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: "if (times === 0) return 'NONE';", is: '' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: 'times >= availabilityHigh', is: 'times > availabilityHigh' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: 'times >= availabilityMedium', is: 'times > availabilityMedium' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: 'Math.floor(free.gpus / this.#gpus)', is: 'free.gpus' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: "CLUSTER: ({ cloud }) => cloud === 'SECURE'", is: 'CLUSTER: () => true' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: '(countryCodes === undefined || countryCodes.includes(countryAt(host))) &&', is: '' },
  { rule: 'catalog.availability', file: 'api/management/availability.ts', was: '(cloud === undefined || host.cloud === cloud) &&', is: '' },
  { rule: 'catalog.availability', file: 'catalog/dataCenters.ts', was: "area === 'US' || area === 'CA' ? area : second", is: "area === 'US' ? area : second" },
  { rule: 'catalog.availability', file: 'api/management/catalogView.ts', was: '...(query.include === undefined ? {} : gpuAvailability(world, type, query)),', is: '...gpuAvailability(world, type, query),' },
  { rule: 'catalog.templates',    file: 'api/management/catalog.ts', was: 'shape.public && sourceOf(accountId) === source', is: 'sourceOf(accountId) === source' },
  { rule: 'catalog.templates',    file: 'api/management/catalog.ts', was: 'shape.public && sourceOf(accountId) === source', is: 'shape.public' },
  { rule: 'catalog.templates',    file: 'api/bounds.ts', was: "bound(100,        'catalog.templates'", is: "bound(101,        'catalog.templates'" },
];
