export function findPnpm(): [command: string, ...before: string[]];
