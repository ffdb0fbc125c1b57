export const serviceNames = ['identity-org', 'projects-files', 'verification', 'billing'] as const;
export const processNames = [...serviceNames, 'gateway'] as const;

export type ServiceName = (typeof serviceNames)[number];
export type ProcessName = (typeof processNames)[number];
