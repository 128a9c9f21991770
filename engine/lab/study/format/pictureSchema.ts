import { z } from 'zod';
import { json } from '../../../api/contract/parts/json.ts';

const share = z.number().min(0).max(1);
const direction = z.strictObject({ name: z.string(), less: z.boolean().describe('Whether less of it is better') });
const level = z.strictObject({ from: json, to: json });

const effect = z.strictObject({
  name: z.string(),
  means: z.array(z.number().nullable()).describe('At each level, over all configurations that have it'),
  share: share
    .nullable()
    .describe('Of the variance between the configurations, explained by the setting alone; null where they do not differ'),
});

const effects = z.strictObject({
  measure: z.string(),
  missing: z.int().min(0).describe('How many configurations do not have the measure'),
  settings: z.array(effect),
  interaction: z
    .strictObject({ of: z.tuple([z.string(), z.string()]), share })
    .nullable()
    .describe('The two settings that do most together; null of a sample, and where configurations do not have the measure'),
});

const heatCell = z.strictObject({ mean: z.number(), configurations: z.array(z.int().min(1)) });

/** The schema of the `picture` in the output of `podsim study --json`: a `StudyPicture`. */
export const pictureSchema = z.strictObject({
  frontier: z
    .strictObject({ across: direction, up: direction })
    .nullable()
    .describe('The two measures that the goal weighs against each other; null where it names no two'),
  limits: z.array(
    z
      .strictObject({ measure: z.string(), atMost: z.number().nullable(), atLeast: z.number().nullable() })
      .describe('In the unit of the measure'),
  ),
  isSampled: z.boolean().describe('Whether the configurations are a sample: then shares are less what chance would explain'),
  settings: z.array(z.strictObject({ name: z.string(), levels: z.array(level).describe('Its values; of a sample, parts of them') })),
  effects: z.array(effects).describe('Of each measure'),
  heatMap: z
    .strictObject({
      measure: z.string(),
      across: z.string().describe('The setting whose levels are the columns'),
      down: z.string().describe('The setting whose levels are the rows'),
      cells: z.array(z.array(heatCell.nullable())).describe('Row by row'),
    })
    .nullable()
    .describe('Null where fewer than two settings are varied'),
});
