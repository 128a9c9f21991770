/**
 * What a script is told: the words of the task, and the ids in them, as in "the job `a` is 123-u1".
 * @type {(brief: string, say: (text: string) => void) => import('./styles.mjs').Told}
 */
export const toldBy = (brief, say) => ({ brief, say, id: (name) => new RegExp(`\`${name}\` is ([\\w-]+)`).exec(brief)?.[1] ?? 'none' });
