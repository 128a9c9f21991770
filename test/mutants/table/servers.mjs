export const servers = [];
