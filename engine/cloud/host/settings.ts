import { count, type SettingsOf } from '../../kernel/settings.ts';

/** When the catalog shows which availability. How long a host is down depends on its fault. */
// biome-ignore format: a table
export const hostSettings = {
  availabilityMedium: count(4, 'catalog.availability', 'the catalog says MEDIUM if the request fits this often; LOW below, NONE if it does not fit'),
  availabilityHigh:   count(16, 'catalog.availability', 'the catalog says HIGH if the request fits this often'),
};

export type HostSettings = SettingsOf<typeof hostSettings>;
