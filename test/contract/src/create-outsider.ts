import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { callBy } from '@assay/test-kit/test-platform';

/** The headers of somebody in an organization of their own. */
export async function createOutsider(platform: LaunchedPlatform): Promise<Record<string, string>> {
  const channel = platform.connect('identity-org');
  const userId = newId();
  const founder = callBy({ userId, role: Role.ADMIN });
  const { organization } = await channel
    .client(OrganizationsServiceService)
    .createOrganization(founder, { name: 'Outsiders', slug: '' });
  const organizationId = organization?.id ?? '';
  const member = callBy({ userId, role: Role.ADMIN, organizationId });
  const { key } = await channel.client(ApiKeysServiceService).createApiKey(member, {
    name: 'outside',
    role: Role.UNSPECIFIED,
    organizationIds: [],
    expirationDate: undefined,
  });
  return { 'x-api-key': key, 'x-organization-id': organizationId };
}
