import type { FastifyRequest } from 'fastify';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import type { CallContext } from '@assay/chassis/call-context';
import { guardRpc } from '@assay/chassis/grpc/guard-rpc';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import type { Deps } from '../deps.ts';
import { findProject } from '../domain/project/get-project.ts';
import { inputDataSetsRpcs } from '../rpc/input-data-sets.ts';
import { createImportPlaces } from './import-places.ts';
import type { ImportLimits } from './import-places.ts';
import { receiveInputData } from './receive-input-data.ts';
import { receivePart } from './receive-part.ts';
import { receiveUpload } from './receive-upload.ts';
import { dataSetAnswer, fileAnswer, partAnswer } from './responses.ts';
import type { StoredAnswer } from './responses.ts';

/** One way to bring bytes in. */
export interface UploadRoute {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  /** Stores what a request brings. */
  readonly take: (call: CallContext, request: FastifyRequest) => Promise<StoredAnswer>;
}

export interface RouteOptions {
  readonly idempotency: Idempotency;
  /** The most bytes of a file of input data. */
  readonly maxCsvBytes: number;
  readonly importLimits: ImportLimits;
}

export function uploadRoutes(deps: Deps, options: RouteOptions): readonly UploadRoute[] {
  return [
    {
      method: 'POST',
      url: '/v2/projects/:projectId/files',
      async take(call, request) {
        const projectId = await projectOf(deps, call, request);
        return fileAnswer(await receiveUpload(deps, call, { projectId, request }));
      },
    },
    {
      method: 'PUT',
      url: '/v2/projects/:projectId/uploads/:uploadId/parts/:partNumber',
      take: async (call, request) => partAnswer(await receivePart(deps, call, request)),
    },
    inputDataRoute(deps, options),
  ];
}

/** The rpc CreateInputDataSet, whose request comes as a form with a CSV file. */
function inputDataRoute(
  deps: Deps,
  { idempotency, maxCsvBytes: maxBytes, importLimits }: RouteOptions,
): UploadRoute {
  const places = createImportPlaces(importLimits);
  const { createInputDataSet } = InputDataSetsServiceService;
  const { createInputDataSet: handle } = inputDataSetsRpcs;
  const create = guardRpc(createInputDataSet, (call, request) => handle(deps, call, request), idempotency);
  return {
    method: 'POST',
    url: '/v2/projects/:projectId/input-data/from-csv',
    async take(call, request) {
      const projectId = await projectOf(deps, call, request);
      return places.hold(call.organizationId, async () => {
        const given = await receiveInputData(request, call, { projectId, maxBytes });
        return dataSetAnswer(await create(call, given));
      });
    },
  };
}

/** NOT_FOUND before the body is read. */
async function projectOf(deps: Deps, call: CallContext, { params }: FastifyRequest): Promise<string> {
  const { projectId } = params as { readonly projectId: string };
  await findProject(deps, call, projectId);
  return projectId;
}
