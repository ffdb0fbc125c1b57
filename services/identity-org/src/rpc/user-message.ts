import type { User as UserMessage } from '@assay/proto/identity/v1/user';
import type { User } from '../domain/user/user.ts';

export function toUserMessage({ id, email, name, locale, createdAt, updatedAt }: User): UserMessage {
  return { id, email, name, locale, createdAt, updatedAt };
}
