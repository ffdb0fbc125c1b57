import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { User } from '@assay/proto/identity/v1/user';
import { required, textOrNull } from '../../rest/required.ts';
import { dateTime, id, named, nullable } from '../../rest/schema.ts';

export const userSchema = named(
  'User',
  Type.Object(
    {
      id: id('The user.'),
      email: nullable(
        Type.String({ examples: ['ada@example.org'] }),
        'Verified by whoever signed the user in; null when none was named.',
      ),
      name: Type.String({ description: 'For people.', examples: ['Ada Lovelace'] }),
      locale: Type.String({ description: 'A BCP 47 language tag.', examples: ['en'] }),
      createdAt: dateTime('When the user was first seen.'),
      updatedAt: dateTime('When the user last changed.'),
    },
    { description: 'A person.' },
  ),
);

export function toUser(user: User | undefined): Static<typeof userSchema.schema> {
  const { id, email, name, locale, createdAt, updatedAt } = required(user);
  return {
    id,
    email: textOrNull(email),
    name,
    locale,
    createdAt: required(createdAt).toISOString(),
    updatedAt: required(updatedAt).toISOString(),
  };
}
