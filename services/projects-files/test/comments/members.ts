import { bootService } from '@assay/chassis/process/boot/boot-service';
import { readConfig } from '@assay/chassis/config';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { serve } from '@assay/chassis/grpc/serve';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { Role } from '@assay/proto/access/v1/access';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import type { GetMemberRequest } from '@assay/proto/organizations/v1/members_service';
import type { TestPlatform } from '@assay/test-kit/test-platform';

/** The part of identity-org that projects-files calls: everybody is a member, and is called by their id. */
export async function startMembers(platform: TestPlatform) {
  const never = (): Promise<never> => Promise.reject(new Error('not asked for'));
  const rpcs = {
    listMembers: never,
    updateMember: never,
    removeMember: never,
    setDefaultOrganization: never,
    getMember: (_deps: unknown, _call: unknown, { userId }: GetMemberRequest) =>
      Promise.resolve({
        member: { userId, email: undefined, name: nameOf(userId), role: Role.USER, joinedAt: new Date(0) },
      }),
  };
  const definition = {
    name: 'identity-org',
    indexes: {},
    compose: () => ({ rpcs: [serve(MembersServiceService, {}, rpcs)] }),
  };
  const config = readConfig(baseSettings, platform.environment('identity-org'));
  await prepareService(definition, config);
  const service = await bootService(definition, config);
  return { address: service.grpcAddress ?? '', stop: () => service.stop() };
}

export function nameOf(userId: string): string {
  return `Name of ${userId}`;
}
