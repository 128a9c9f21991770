import { z } from 'zod';

const workerCost = z.strictObject({
  workerHours: z.number().min(0).describe('How long workers are billed, together'),
  usd: z.number().min(0).describe('At the mean price of its workers'),
});
export type WorkerCost = z.output<typeof workerCost>;

const subject = {
  configuration: z.int().min(1),
  seed: z.string().describe('Of the play in the middle, whose jobs these are'),
};

/** What any scaler needs for the jobs of one play, beside what the recommended configuration takes. */
export const boundSchema = z.union([
  z.strictObject({
    ...subject,
    recommended: workerCost,
    least: workerCost.describe('A lower bound: no scaler keeps to the limits with less, whatever it knows of the future'),
  }),
  z.strictObject({ ...subject, unknown: z.string().describe('Why there is no bound') }),
]);
export type BoundReport = z.output<typeof boundSchema>;
