/** Replaces a secret in its place. */
export const hidden = '(hidden)';

/** The most characters of a registry's password. The text that replaces a longer secret says its length, for the schema that refuses it. */
export const passwordMax = 16_384;

/** Makes the text that replaces this secret. */
export const hide = (secret: string): string => {
  const length = secretLength(secret);
  return length > passwordMax ? `(hidden: ${length} characters)` : hidden;
};

/** How long a secret is, or was before it was hidden. */
export const secretLength = (secret: string): number => Number(/^\(hidden: (\d{5,15}) characters\)$/.exec(secret)?.[1] ?? secret.length);
