import { parseArgs } from 'node:util';
import { systemClock } from '@assay/chassis/clock';
import { runCommand } from '@assay/chassis/process/boot/operator-command';
import { createInvalidationStore } from '../store/invalidation-store.ts';
import { createInvalidate } from '../events/credentials-invalidated.ts';
import { createOrganizationStore } from '../store/organization/organization-store.ts';
import { setModules } from '../domain/organization/set-modules.ts';

// Sets the modules of an organization, for operators. The running service publishes the audit event.
await runCommand('identity-org-set-modules', async ({ db, relay, connectEvents }) => {
  const [organizationId = '', ...modules] = parseArgs({ allowPositionals: true }).positionals;
  const clock = systemClock;
  const invalidations = createInvalidationStore(db);
  const deps = {
    clock,
    organizations: createOrganizationStore(db, relay),
    invalidateCredentials: createInvalidate({ clock, events: await connectEvents(), invalidations }),
  };
  const organization = await setModules(deps, organizationId, modules);
  process.stdout.write(`${organization.name} has now: ${organization.modules.join(', ') || 'no module'}\n`);
});
