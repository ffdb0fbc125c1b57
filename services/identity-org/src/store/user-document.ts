import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import { defaultLocale } from '../domain/user/user.ts';
import type { User } from '../domain/user/user.ts';

export interface UserDocument extends OutboxDocument {
  readonly _id: string;
  /** Left out for a user without an address, so that the sparse unique index allows many of them. */
  readonly email?: string;
  readonly name: string;
  readonly locale?: string;
  readonly defaultOrganizationId?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function toDocument({ id, email, defaultOrganizationId, ...fields }: User): UserDocument {
  return {
    _id: id,
    ...(email === '' ? {} : { email }),
    ...fields,
    ...(defaultOrganizationId === undefined ? {} : { defaultOrganizationId }),
  };
}

export function toUser({ _id, email, name, locale, ...fields }: UserDocument): User {
  const { defaultOrganizationId, createdAt, updatedAt } = fields;
  return {
    id: _id,
    email: email ?? '',
    name,
    locale: locale ?? defaultLocale,
    defaultOrganizationId,
    createdAt,
    updatedAt,
  };
}
