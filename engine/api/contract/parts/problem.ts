import { z } from 'zod';
import { documented } from './documented.ts';

/** The body of every refusal (errors.problem). */
export const errorResponse = z
  .strictObject({
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.string()).optional().describe('One line per problem: where it is, and what is wrong'),
  })
  .register(documented, { id: 'ErrorResponse' });
