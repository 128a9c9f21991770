import { contradictsArgs, type Launch, type LaunchFields, parseLaunch } from '../../../cloud/container/launch.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { Settings } from '../../../cloud/entities.ts';
import { hasAddition } from '../../contract/additions.ts';

/** How a container is started, beside the `args` that say so, where the world's contract shows it (container.launch). */
export const launchView = (settings: Pick<Settings, 'account'>, args = ''): Partial<Launch> =>
  hasAddition(settings, 'launch') ? parseLaunch(args) : {};

/** `args` says all of it, `cmd` and `entrypoint` each a part: both may be given if they say the same (container.launch). */
export const launchContradiction = (body: LaunchFields): Rejection | undefined =>
  contradictsArgs(body)
    ? {
        kind: 'contradictory',
        rule: 'container.launch',
        detail: 'args says something else than cmd and entrypoint: leave args out, or give what it says',
      }
    : undefined;
