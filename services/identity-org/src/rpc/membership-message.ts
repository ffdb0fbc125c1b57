import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type {
  Member as MemberMessage,
  Membership as MembershipMessage,
} from '@assay/proto/organizations/v1/membership';
import type { Member, OwnMembership } from '../domain/membership/membership.ts';

export function toMembershipMessage({ membership, isDefault }: OwnMembership): MembershipMessage {
  return { ...membership, isDefault };
}

export function toMemberMessage({ membership, user }: Member): MemberMessage {
  const { userId, role, createdAt } = membership;
  return { userId, email: optionalText(user.email), name: user.name, role, joinedAt: createdAt };
}
