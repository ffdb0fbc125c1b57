import { invalidField, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { defaultModules } from './organization.ts';
import type { Organization } from './organization.ts';

/** Sets the modules of an organization; operators alone do. INVALID_ARGUMENT for an unknown module. */
export async function setModules(
  {
    clock,
    invalidateCredentials,
    organizations,
  }: Pick<Deps, 'clock' | 'organizations'> & {
    readonly invalidateCredentials: (stale: { organizationIds: string[] }) => Promise<void>;
  },
  organizationId: string,
  modules: readonly string[],
): Promise<Organization> {
  const unknown = modules.find((module) => !defaultModules.includes(module));
  if (unknown !== undefined) {
    throw invalidField(
      'modules',
      `the module ${unknown} does not exist. Choose of ${defaultModules.join(', ')}`,
    );
  }
  const call = {
    actor: { kind: 'service', service: 'identity-org' },
    organizationId,
    requestId: 'operator',
  } as const;
  const fields = { modules: [...new Set(modules)] };
  const changed = await organizations.update(call, { organizationId, fields, at: clock.now() });
  if (changed === undefined || changed === 'taken') throw notFound('organization');
  await invalidateCredentials({ organizationIds: [organizationId] });
  return changed;
}
