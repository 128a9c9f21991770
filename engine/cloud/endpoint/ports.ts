import type { EndpointConfig } from './events.ts';

/** How a load balancer reaches the server of its workers: by the endpoint's `env`, or by the platform's defaults. */
export interface BalancerPorts {
  readonly port: string;
  readonly healthPort: string;
  /** Begins with a slash, which the variable may omit. */
  readonly healthPath: string;
}

export const balancerPorts = ({ container: { env = {} } }: EndpointConfig): BalancerPorts => ({
  port: env['PORT'] ?? '80',
  healthPort: env['PORT_HEALTH'] ?? '80',
  healthPath: (env['HEALTH_CHECK_PATH'] ?? '/ping').replace(/^\/?/, '/'),
});

/** Whether a worker can be reached at the port. An endpoint that lists no ports exposes every port that its containers listen on. */
export const exposes = ({ container: { ports = [] } }: EndpointConfig, port: string): boolean =>
  ports.length === 0 || ports.includes(`${port}/http`) || ports.includes(`${port}/tcp`);
