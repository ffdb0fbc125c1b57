import { parseArgs } from 'node:util';
import { systemClock } from '@assay/chassis/clock';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { operatorConfig } from '../config.ts';
import { createInvalidationStore } from '../store/invalidation-store.ts';
import { createInvalidate } from '../events/credentials-invalidated.ts';
import { createOrganizationStore } from '../store/organization-store.ts';
import { setModules } from '../domain/organization/set-modules.ts';

// Sets the modules of an organization, for operators. The running service publishes the audit event.
const [organizationId = '', ...modules] = parseArgs({ allowPositionals: true }).positionals;
const { mongodbUri: uri, mongodbDatabase: database, natsUrl: url, natsNamespace } = operatorConfig();
const name = 'identity-org-set-modules';
const mongo = await connectMongo({ uri, database, appName: name });
const logger = createLogger({ name, level: 'warn' });
const events = await connectNats({ url, name, namespace: natsNamespace, logger });
const deps = {
  clock: systemClock,
  organizations: createOrganizationStore(mongo.db, { notify: () => undefined }),
  invalidateCredentials: createInvalidate({
    clock: systemClock,
    events,
    invalidations: createInvalidationStore(mongo.db),
  }),
};
try {
  const organization = await setModules(deps, organizationId, modules);
  process.stdout.write(`${organization.name} has now: ${organization.modules.join(', ') || 'no module'}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await events.close();
  await mongo.close();
}
