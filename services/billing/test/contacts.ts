import { bootService } from '@assay/chassis/process/boot/boot-service';
import { readConfig } from '@assay/chassis/config';
import { DomainError } from '@assay/chassis/errors';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { serve } from '@assay/chassis/grpc/serve';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { NotifyAdminsRequest } from '@assay/proto/organizations/v1/contacts_service';
import type { TestPlatform } from '@assay/test-kit/test-platform';

/** An organization the service behind these contacts does not know. */
export const unknownOrganizationId = 'unknown0000000000000000a';

/** The part of identity-org that billing calls: it writes down whom it was to mail what. */
export async function startContacts(platform: TestPlatform) {
  const notices: NotifyAdminsRequest[] = [];
  const rpcs = {
    notifyAdmins: (_deps: unknown, _call: unknown, request: NotifyAdminsRequest) => {
      if (request.organizationId === unknownOrganizationId) {
        throw new DomainError(
          'NOT_FOUND',
          'ORGANIZATION_NOT_FOUND',
          'The organization was not found. Check its id.',
        );
      }
      notices.push(request);
      return Promise.resolve({});
    },
    notifyMembers: () => Promise.resolve({}),
  };
  const definition = {
    name: 'identity-org',
    indexes: {},
    compose: () => ({ rpcs: [serve(ContactsServiceService, {}, rpcs)] }),
  };
  const config = readConfig(baseSettings, platform.environment('identity-org'));
  await prepareService(definition, config);
  const service = await bootService(definition, config);
  return { address: service.grpcAddress ?? '', notices, stop: () => service.stop() };
}
