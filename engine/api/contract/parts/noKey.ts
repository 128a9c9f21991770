/** The word for a call without a key, wherever a scenario names one. So no key may have this name. */
export const noKeyName = 'nobody';

export const isKeyName = (name: string): boolean => name !== noKeyName;

export const reservedName = `\`${noKeyName}\` is reserved for calls without a key`;
