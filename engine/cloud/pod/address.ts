import { hash128 } from '../../kernel/rng.ts';
import type { PortMapping } from './events.ts';
import type { Pod } from './evolve.ts';

/**
 * The address a container gets when it starts, new each time: a public port for each of its tcp and udp ports, none
 * for http, which goes through the platform's proxy.
 */
export const assignAddress = ({ id, starts, config }: Pod): { readonly ip: string; readonly ports: readonly PortMapping[] } => {
  const { a, b } = hash128(id, starts + 1);
  const ip = `100.${64 + (a % 64)}.${(a >>> 8) % 256}.${1 + ((a >>> 16) % 254)}`;
  const first = 10_000 + (b % 40_000);
  const ports = config.container.ports.map((port, k): PortMapping => {
    const [number = '0', type = 'tcp'] = port.split('/');
    return type === 'http'
      ? { private: Number(number), public: null, type, ip: null }
      : { private: Number(number), public: first + k, type, ip };
  });
  return { ip, ports };
};
