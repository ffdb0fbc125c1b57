import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import type {
  CreateContextRequest,
  ListContextsResponse,
  UpdateContextRequest,
} from '@assay/proto/contexts/v1/contexts_service';
import type { VerificationContext as ContextMessage } from '@assay/proto/contexts/v1/verification_context';
import type {
  ContextChanges,
  ContextContent,
  ContextRef,
  VerificationContext,
} from '../domain/context/verification-context.ts';

export function toContextMessage({ revision: _revision, ...context }: VerificationContext): ContextMessage {
  return { ...context, data: { ...context.data } };
}

export function toListContextsResponse({
  items,
  ...facts
}: PageOf<VerificationContext>): ListContextsResponse {
  return { contexts: items.map(toContextMessage), ...facts };
}

export function readContextContent({
  data = {},
  ...request
}: CreateContextRequest): ContextContent & { readonly projectId: string } {
  return { ...request, data };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readContextUpdate(
  request: UpdateContextRequest,
): ContextRef & { readonly changes: ContextChanges } {
  const { projectId, contextId } = request;
  const changes = readChanges<UpdateContextRequest, ContextChanges>(request, {
    name: ({ name }) => ({ name }),
    description: ({ description }) => ({ description }),
    data: ({ data = {} }) => ({ data }),
  });
  return { projectId, contextId, changes };
}
