import type { World } from './world.ts';

/** What only the server decides, as a client might try to set it; every value can be found again in an answer. */
export function plantedFields({ away }: World): Readonly<Record<string, unknown>> {
  const someone = 'plantedplantedplanted000';
  return {
    id: someone,
    role: 'superadmin',
    userId: someone,
    ownerId: someone,
    createdBy: someone,
    createdById: someone,
    uploaderId: someone,
    credentialId: someone,
    organizationId: away.organizationId,
    balance_cents: 987_654_321,
    balanceCents: 987_654_321,
    availableCents: 987_654_321,
    costCents: 987_654_321,
    modules: ['planted'],
    plan: 'planted',
    status: 'planted',
    verdict: 'planted',
    isDefault: 'planted',
    secretSha256: 'planted',
    createdAt: '1999-12-31T00:00:00.000Z',
    updatedAt: '1999-12-31T00:00:00.000Z',
    __proto__planted: 'planted',
  };
}

/** Whether an answer shows that a planted value was taken. */
export function shows(text: string, value: unknown): boolean {
  return text.includes(JSON.stringify(value));
}
