/** Where a scenario names a key, this stands for a call without one. So no key may have this name. */
export const noKeyName = 'nobody';

export const isKeyName = (name: string): boolean => name !== noKeyName;

export const reservedName = `\`${noKeyName}\` is reserved for calls without a key`;
