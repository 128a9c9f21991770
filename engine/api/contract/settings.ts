import { z } from 'zod';
import { entities, type Kind, kinds } from '../../cloud/entities.ts';
import { perValues } from '../../kernel/settings.ts';
import { explainDrawn, loggedDistribution, loggedImageTimes } from './parts/distribution.ts';
import { strictObject } from './parts/objects.ts';

/** More attempts, requeues or crashes than this make no useful scenario. */
export const countMax = 1_000_000;

/** More durations in one setting make no useful scenario. */
const durationsMax = 100;

/** The schema of a setting, given the schemas of its durations, of its distributions, and of those that tell images apart. */
export const settingValue = (duration: (least: number) => z.ZodType, distribution: z.ZodType, imageTimes: z.ZodType) =>
  perValues(({ unit, drawn, perImage, choices, least = 0 }): z.ZodType => {
    if (drawn === true)
      return z.union([duration(least), distribution, ...(perImage === true ? [imageTimes] : [])], {
        error: ({ input }) => explainDrawn(input, drawnWords),
      });
    if (unit === 'duration') return duration(least);
    if (unit === 'durations') return z.array(duration(0)).max(durationsMax);
    if (unit === 'count') return z.int().min(least).max(countMax);
    if (unit === 'percent') return z.int().min(0).max(100);
    if (unit === 'statuses') return z.array(z.int().min(100).max(599)).min(1);
    return z.enum([...(choices ?? [])]);
  });

const drawnWords = 'must be a duration such as 500ms, 8s, 2m or 1h30m, or a distribution such as { lognormal: { median: 2s, p95: 9s } }';

const valueInMs = settingValue((least) => z.int().min(0).min(least), loggedDistribution, loggedImageTimes);
const optionalInMs = perValues((setting) => valueInMs(setting).optional());

/** Some settings as a world takes them: durations are whole milliseconds. */
export const someSettings = strictObject(
  () =>
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        strictObject(() =>
          Object.fromEntries(Object.entries(entities[kind].settings).map(([name, setting]) => [name, optionalInMs(setting)])),
        ).optional(),
      ]),
    ) as unknown as Record<Kind, z.ZodType<Readonly<Record<string, unknown>> | undefined>>,
);
