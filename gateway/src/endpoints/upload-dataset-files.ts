import { invalidField, notFound } from '@assay/chassis/errors';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { isId } from '@assay/chassis/ids';
import { Modality } from '@assay/proto/datasets/v1/dataset';
import { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import { DatasetUpload } from '@assay/proto/files/v1/dataset_files_service';
import { form, proxyUpload } from './proxy-upload.ts';

const { openUpload, commitUpload } = DatasetsServiceService;
const modalities = createEnumCodec(Modality);

/** Uploads up to 100 files into the raw version of a dataset. */
export const uploadDatasetFiles = proxyUpload({
  ...form,
  stored: DatasetUpload,
  check: ({ params, body }) => {
    if (!isId(readDatasetId(params))) throw notFound('dataset');
    if (body === undefined)
      throw invalidField(
        'file[]',
        'The request has no body. Send multipart/form-data with parts named `file[]`.',
      );
  },
  async open({ callers }, { call, params }) {
    const opened = await callers.callRpc(openUpload, call, { datasetId: readDatasetId(params) });
    return {
      'x-dataset-internal-id': opened.internalId,
      'x-dataset-modality': modalities.fromMessage(opened.modality) ?? '',
    };
  },
  async commit({ callers }, { call, params }, stored) {
    const { uploadId } = stored as DatasetUpload;
    // The time that the body took does not count.
    const { deadline: _deadline, ...rest } = call;
    await callers.callRpc(commitUpload, rest, { datasetId: readDatasetId(params), uploadId });
  },
});

function readDatasetId(params: unknown): string {
  return (params as { readonly datasetId: string }).datasetId;
}
