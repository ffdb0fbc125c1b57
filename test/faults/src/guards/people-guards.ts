import type { GuardedFile } from './guard.ts';

const identity = 'services/identity-org';

/** Organizations, members, invitations and keys. */
export const peopleGuards: readonly GuardedFile[] = [
  {
    package: identity,
    file: 'src/domain/invitation/answer-invitation.ts',
    tests: ['test/answering-invitations.test.ts'],
    guards: [
      [
        'an invitation is accepted by a person with another address',
        '?.email === invitation.email) return invitation;',
        '?.email !== undefined) return invitation;',
      ],
    ],
  },
  {
    package: identity,
    file: 'src/domain/membership/remove-member.ts',
    tests: ['test/members.test.ts'],
    guards: [
      [
        'a member without the role admin removes others',
        'if (userId !== caller.userId && !includesRole(caller.role, Role.ADMIN)) {',
        'if (userId === undefined) {',
      ],
    ],
  },
  {
    package: identity,
    file: 'src/domain/membership/membership.ts',
    tests: ['test/members.test.ts', 'test/invitations.test.ts'],
    guards: [
      [
        'the role superadmin is given to a member',
        'if (role === Role.SUPERADMIN) {',
        'if (role === undefined) {',
      ],
    ],
  },
  {
    package: identity,
    file: 'src/domain/api-key/permissions.ts',
    tests: ['test/api-keys/api-key-permissions.test.ts', 'src/domain/api-key/permissions.test.ts'],
    guards: [
      [
        'a key changes keys that it did not make',
        'if (own === undefined || key.id === own.id || key.ancestorIds.includes(own.id)) return;',
        'return;',
      ],
      ['a key makes a key with a higher role', 'includesRole(highestRole(own), highestRole(wanted)) &&', ''],
      [
        'a key makes a key for more organizations',
        'isSubset(readOrganizationLimit(wanted), readOrganizationLimit(own)) &&',
        '',
      ],
      ['a key makes a key for more tools', 'isSubset(wanted.allowedTools, own.allowedTools) &&', ''],
      ['a key makes a key that spends more', 'spendsWithin(wanted.spendLimit, own.spendLimit);', 'true;'],
    ],
  },
  {
    package: identity,
    file: 'src/domain/api-key/lineage.ts',
    tests: ['src/domain/api-key/lineage.test.ts', 'test/api-keys/key-lineage.test.ts'],
    guards: [
      [
        'a key works after the key that made it ended',
        '[key, ...ancestors].every((one) => isActive(one, now))',
        '[key].every((one) => isActive(one, now))',
      ],
    ],
  },
];
