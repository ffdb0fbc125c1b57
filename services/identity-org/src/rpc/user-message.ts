import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { User as UserMessage } from '@assay/proto/identity/v1/user';
import type { UpdateCurrentUserRequest } from '@assay/proto/identity/v1/users_service';
import type { UpdateCurrentUserInput } from '../domain/user/update-current-user.ts';
import type { User } from '../domain/user/user.ts';

export function toUserMessage({ id, email, name, locale, createdAt, updatedAt }: User): UserMessage {
  return { id, email: optionalText(email), name, locale, createdAt, updatedAt };
}

export function fromUpdateCurrentUserRequest(request: UpdateCurrentUserRequest): UpdateCurrentUserInput {
  return readChanges<UpdateCurrentUserRequest, UpdateCurrentUserInput>(request, {
    name: ({ name }) => ({ name }),
    locale: ({ locale }) => ({ locale }),
  });
}
