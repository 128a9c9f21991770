import type { EndpointConfig } from './events.ts';

/** How a load balancer finds its workers' server: what the endpoint's `env` says, or the platform's defaults. */
export interface BalancerPorts {
  readonly port: string;
  readonly healthPort: string;
  /** From its slash on, which the variable may leave out. */
  readonly healthPath: string;
}

export const balancerPorts = ({ container: { env = {} } }: EndpointConfig): BalancerPorts => ({
  port: env['PORT'] ?? '80',
  healthPort: env['PORT_HEALTH'] ?? '80',
  healthPath: (env['HEALTH_CHECK_PATH'] ?? '/ping').replace(/^\/?/, '/'),
});

/** Whether a worker can be reached at the port. A container whose endpoint lists no ports at all exposes what it listens on. */
export const exposes = ({ container: { ports = [] } }: EndpointConfig, port: string): boolean =>
  ports.length === 0 || ports.includes(`${port}/http`) || ports.includes(`${port}/tcp`);
