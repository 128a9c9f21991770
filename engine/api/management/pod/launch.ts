import { contradictsArgs, type Launch, type LaunchFields, parseLaunch } from '../../../cloud/container/launch.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { Settings } from '../../../cloud/entities.ts';
import { hasAddition } from '../../contract/additions.ts';

/** The fields that tell how a container starts besides `args`, if the world's contract shows them (container.launch). */
export const launchView = (settings: Pick<Settings, 'account'>, args = ''): Partial<Launch> =>
  hasAddition(settings, 'launch') ? parseLaunch(args) : {};

/** `args` has all of it, `cmd` and `entrypoint` a part each. A body may give all of them if they agree (container.launch). */
export const launchContradiction = (body: LaunchFields): Rejection | undefined =>
  contradictsArgs(body)
    ? {
        kind: 'contradictory',
        rule: 'container.launch',
        detail: 'args says something else than cmd and entrypoint: leave args out, or give what it says',
      }
    : undefined;
