import { randomUUID } from 'node:crypto';

/** Returns an e-mail address that no other test has. */
export const newAddress = (): string => `${randomUUID()}@example.org`;
