import { optionalText } from '@assay/chassis/grpc/optional-text';
import type { User as UserMessage } from '@assay/proto/identity/v1/user';
import type { User } from '../domain/user/user.ts';

export function toUserMessage({ id, email, name, locale, createdAt, updatedAt }: User): UserMessage {
  return { id, email: optionalText(email), name, locale, createdAt, updatedAt };
}
