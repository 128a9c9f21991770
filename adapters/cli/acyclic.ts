import { z } from 'zod';

/**
 * Values come from files and from requests, as text: none holds itself. Zod would look for such values, and for that walk through a whole
 * schema when a value first meets it, however little of the schema the value needs.
 */
z.config({ memoizer: { attach: () => undefined, guard: () => undefined, alloc: (_schema, _payload, empty) => empty } });
