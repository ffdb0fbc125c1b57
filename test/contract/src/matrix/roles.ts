export const roles = ['viewer', 'user', 'admin'] as const;
export type RoleName = (typeof roles)[number];
