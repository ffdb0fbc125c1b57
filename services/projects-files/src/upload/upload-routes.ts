import type { FastifyRequest } from 'fastify';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';
import type { CallContext } from '@assay/chassis/call-context';
import { guardRpc } from '@assay/chassis/grpc/guard-rpc';
import { createFairPlaces } from '@assay/chassis/http/fair-places';
import type { FairPlaces, PlaceLimits } from '@assay/chassis/http/fair-places';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import type { Deps } from '../deps.ts';
import { findProject } from '../domain/project/get-project.ts';
import { inputDataSetsRpcs } from '../rpc/input-data-sets.ts';
import { readDatasetRef } from '../domain/dataset-upload/dataset-upload.ts';
import { readHeader } from './identify-uploader.ts';
import { receiveDatasetUpload } from './receive-dataset-upload.ts';
import { receiveInputData } from './receive-input-data.ts';
import { receivePart } from './receive-part.ts';
import { receiveUpload } from './receive-upload.ts';
import { dataSetAnswer, datasetUploadAnswer, fileAnswer, partAnswer } from './responses.ts';
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
  readonly importLimits: PlaceLimits;
  readonly partLimits: PlaceLimits;
}

export function uploadRoutes(deps: Deps, options: RouteOptions): readonly UploadRoute[] {
  const { idempotency } = options;
  return [
    {
      method: 'POST',
      url: '/v2/projects/:projectId/files',
      async take(call, request) {
        const projectId = await projectOf(deps, call, request);
        return fileAnswer(await receiveUpload(deps, call, { projectId, request, idempotency }));
      },
    },
    datasetRoute(deps, options),
    partRoute(deps, options),
    inputDataRoute(deps, options),
  ];
}

/** Stores the files of a dataset. The gateway has read the dataset, and names its internal id and modality. */
function datasetRoute(deps: Deps, { idempotency }: RouteOptions): UploadRoute {
  return {
    method: 'POST',
    url: '/v2/datasets/:datasetId/files',
    async take(call, request) {
      const { datasetId } = request.params as { readonly datasetId: string };
      const read = (name: string): string => readHeader(request, name) ?? '';
      const dataset = readDatasetRef({
        datasetId,
        internalId: read('x-dataset-internal-id'),
        modality: read('x-dataset-modality'),
      });
      return datasetUploadAnswer(await receiveDatasetUpload(deps, call, { dataset, request, idempotency }));
    },
  };
}

/** Stores a part of an upload. The whole part is held in memory, so a request takes a place before its buffer. */
function partRoute(deps: Deps, { partLimits }: RouteOptions): UploadRoute {
  const places = createFairPlaces(partLimits);
  return {
    method: 'PUT',
    url: '/v2/projects/:projectId/uploads/:uploadId/parts/:partNumber',
    take: (call, request) =>
      holdPlace(places, call, async (placed, onReceived) =>
        partAnswer(await receivePart(deps, placed, { request, onReceived })),
      ),
  };
}

/** Runs a request in a place of its organization. The call that `run` receives ends when the place is lost. */
async function holdPlace<T>(
  places: FairPlaces,
  call: CallContext,
  run: (call: CallContext, onReceived: () => void) => Promise<T>,
): Promise<T> {
  const place = await places.take(call.organizationId, call.signal);
  try {
    const signal = AbortSignal.any([call.signal, place.signal]);
    return await run({ ...call, signal }, () => {
      place.keep();
    });
  } finally {
    place.release();
  }
}

/** The rpc CreateInputDataSet, whose request comes as a form with a CSV file. */
function inputDataRoute(
  deps: Deps,
  { idempotency, maxCsvBytes: maxBytes, importLimits }: RouteOptions,
): UploadRoute {
  const places = createFairPlaces(importLimits);
  const { createInputDataSet } = InputDataSetsServiceService;
  const { createInputDataSet: handle } = inputDataSetsRpcs;
  const create = guardRpc(createInputDataSet, (call, request) => handle(deps, call, request), idempotency);
  return {
    method: 'POST',
    url: '/v2/projects/:projectId/input-data/from-csv',
    async take(call, request) {
      const projectId = await projectOf(deps, call, request);
      return holdPlace(places, call, async (placed, onReceived) => {
        const input = await receiveInputData(request, placed, { projectId, maxBytes });
        onReceived();
        return dataSetAnswer(await create(placed, () => input));
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
