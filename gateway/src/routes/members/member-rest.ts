import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Member, Membership } from '@assay/proto/organizations/v1/membership';
import { required, textOrNull } from '../../rest/required.ts';
import { role } from '../../rest/roles.ts';
import { dateTime, id, named, nullable } from '../../rest/schema.ts';

export const memberSchema = named(
  'Member',
  Type.Object(
    {
      userId: id('The user.'),
      email: nullable(
        Type.String({ examples: ['ada@example.org'] }),
        "The user's address, where one is known.",
      ),
      name: Type.String({ description: "The user's name.", examples: ['Ada Lovelace'] }),
      role: role.schema,
      joinedAt: dateTime('When the user joined.'),
    },
    { description: 'A user as others in the organization see them.' },
  ),
);

export const membershipSchema = named(
  'Membership',
  Type.Object(
    {
      id: id('The membership.'),
      userId: id('The user.'),
      organizationId: id('The organization.'),
      role: role.schema,
      isDefault: Type.Boolean({
        description: 'Whether requests that choose no organization work in this one.',
      }),
      createdAt: dateTime('When it began.'),
      updatedAt: dateTime('When it last changed.'),
    },
    { description: 'That a user belongs to an organization.' },
  ),
);

export function toMember(member: Member | undefined): Static<typeof memberSchema.schema> {
  const { userId, email, name, role: given, joinedAt } = required(member);
  return {
    userId,
    email: textOrNull(email),
    name,
    role: role.toRest(given),
    joinedAt: required(joinedAt).toISOString(),
  };
}

export function toMembership(membership: Membership | undefined): Static<typeof membershipSchema.schema> {
  const { role: given, createdAt, updatedAt, ...rest } = required(membership);
  return {
    ...rest,
    role: role.toRest(given),
    createdAt: required(createdAt).toISOString(),
    updatedAt: required(updatedAt).toISOString(),
  };
}
