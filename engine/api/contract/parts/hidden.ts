/** What stands for a secret where it was. */
export const hidden = '(hidden)';

/** The most characters of a password of a registry. What stands for a longer secret says how long it is, for the schema that refuses it. */
export const passwordMax = 16_384;

/** What stands for this secret. */
export const hide = (secret: string): string => {
  const length = secretLength(secret);
  return length > passwordMax ? `(hidden: ${length} characters)` : hidden;
};

/** How long a secret is, or was before it was hidden. */
export const secretLength = (secret: string): number => Number(/^\(hidden: (\d{5,15}) characters\)$/.exec(secret)?.[1] ?? secret.length);
