import type { Timer } from '../decisions.ts';
import type { EndpointCommand } from './decide.ts';
import type { Endpoint } from './evolve.ts';
import type { EndpointSettings } from './settings.ts';

// biome-ignore format: a table
export const endpointTimers: readonly Timer<Endpoint, EndpointCommand, EndpointSettings>[] = [
  { name: 'scaler', runs: ['ACTIVE'], dueAt: (endpoint) => endpoint.checkAt, command: { type: 'CheckScaler' }, recurring: true },
];
