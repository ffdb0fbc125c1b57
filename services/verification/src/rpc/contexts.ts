import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ContextsServiceService } from '@assay/proto/contexts/v1/contexts_service';
import type { Deps } from '../deps.ts';
import { createContext } from '../domain/context/create-context.ts';
import { getContext, listContexts } from '../domain/context/get-context.ts';
import { deleteContext, updateContext } from '../domain/context/update-context.ts';
import {
  readContextContent,
  readContextUpdate,
  toContextMessage,
  toListContextsResponse,
} from './context-message.ts';

export const contextsRpcs: Rpcs<Deps, typeof ContextsServiceService> = {
  createContext: async (deps, call, request) => ({
    context: toContextMessage(await createContext(deps, call, readContextContent(request))),
  }),
  getContext: async (deps, call, ref) => ({ context: toContextMessage(await getContext(deps, call, ref)) }),
  listContexts: async (deps, call, request) =>
    toListContextsResponse(await listContexts(deps, call, request)),
  updateContext: async (deps, call, request) => ({
    context: toContextMessage(await updateContext(deps, call, readContextUpdate(request))),
  }),
  deleteContext: (deps, call, ref) => deleteContext(deps, call, ref).then(() => ({})),
};
