import type { HostSpec } from '../catalog/hostSpec.ts';
import { poolName } from '../container/placement.ts';
import { drawSetting } from '../handler/drawnSetting.ts';
import type { Hold } from '../worker/events.ts';
import type { SimulationContext } from './context.ts';

const hourMs = 3_600_000;

/**
 * Whether the launch of a worker into the pool of a host is held now, and for how long (worker.capacity). Whether a pool is short in an hour is
 * drawn once for all its launches. A worker that is launched again in that hour without a start between finds what it found before.
 */
export const planHold = (sim: SimulationContext, workerId: string, host: HostSpec): Hold => {
  const { draw, now } = sim;
  const { shortHours, heldShare, held } = sim.settings.worker;
  if (shortHours === 0) return {};
  const pool = `${poolName(host)} ${Math.floor(now / hourMs)}`;
  if (draw('capacity/short', pool) * 100 >= shortHours) return {};
  const nth = (sim.find('worker', workerId)?.tries ?? 0) + 1;
  if (draw(`capacity/held ${pool}`, workerId, nth) * 100 >= heldShare) return {};
  return { heldMs: drawSetting(held, () => draw('capacity/time', workerId, nth)) };
};
