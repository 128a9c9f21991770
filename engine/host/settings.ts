import { count, type SettingsOf } from '../kernel/settings.ts';

/** From how many free places on a stock of hosts counts as so much. How long a host is down is the fault's affair. */
// biome-ignore format: a table
export const hostSettings = {
  availabilityMedium: count(4, 'catalog.availability', 'what is asked for fits so often: the catalogue says MEDIUM; LOW below, NONE where it does not fit'),
  availabilityHigh:   count(16, 'catalog.availability', 'what is asked for fits so often: the catalogue says HIGH'),
};

export type HostSettings = SettingsOf<typeof hostSettings>;
