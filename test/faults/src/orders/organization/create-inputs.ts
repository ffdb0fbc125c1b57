import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { QuestionType } from '@assay/proto/crowd/v1/survey';
import { CreateSurveyVersionRequest } from '@assay/proto/crowd/v1/survey_templates_service';
import { Modality } from '@assay/proto/datasets/v1/dataset';
import { CreateDatasetRequest } from '@assay/proto/datasets/v1/datasets_service';
import { InputDataScope } from '@assay/proto/inputdata/v1/input_data_set';
import { CreateInputDataSetRequest } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { valueCount } from '../model/state.ts';
import type { Clients } from './clients.ts';
import { insist } from './retry-calls.ts';

/** Creates a dataset with copies of files. */
export async function createDataset(
  { datasets }: Clients,
  requester: OutgoingCall,
  { fileIds, hasImages }: { readonly fileIds: readonly string[]; readonly hasImages: boolean },
): Promise<string> {
  const modality = hasImages ? Modality.IMAGE : Modality.TEXT;
  const named = { name: 'Orders', internalId: newId(), modality };
  const request = CreateDatasetRequest.fromPartial(named);
  const first = { ...requester, idempotencyKey: newId() };
  const { dataset } = await insist(() => datasets.createDataset(first, request));
  const second = { ...requester, idempotencyKey: newId() };
  const copied = { datasetId: dataset?.id ?? '', fileIds: [...fileIds] };
  await insist(() => datasets.addFilesFromProject(second, copied));
  return dataset?.rawVersionId ?? '';
}

interface Placed {
  readonly requester: OutgoingCall;
  readonly projectId: string;
}

/** @param truths the known answers of golden variants, which come after the others */
export async function createInputData(
  { inputData }: Clients,
  { requester, projectId }: Placed,
  truths: readonly string[],
): Promise<string> {
  const values = Array.from({ length: valueCount + truths.length }, (_, index) => `item ${index.toString()}`);
  const known = values.map((_, index) => truths[index - valueCount] ?? '');
  const lists = [{ name: 'item', values }, ...(truths.length > 0 ? [{ name: 'truth', values: known }] : [])];
  const request = CreateInputDataSetRequest.fromPartial({
    projectId,
    name: `Orders ${newId()}`,
    language: 'en',
    lists,
    scope: InputDataScope.PROJECT,
    groups: [{ name: 'both', lists: lists.map(({ name }) => name) }],
  });
  const call = { ...requester, idempotencyKey: newId() };
  const { dataSet } = await insist(() => inputData.createInputDataSet(call, request));
  return dataSet?.id ?? '';
}

/** @param expected the known answer: the name of a list of the input data */
export async function createSurvey(
  { templates }: Clients,
  requester: OutgoingCall,
  expected: string | undefined,
): Promise<string> {
  const order = { projectId: undefined, name: 'Orders', language: 'en' };
  const first = { ...requester, idempotencyKey: newId() };
  const { template } = await insist(() => templates.createSurveyTemplate(first, order));
  const request = CreateSurveyVersionRequest.fromPartial({
    templateId: template?.id ?? '',
    title: 'Orders',
    questions: [
      {
        key: 'seen',
        type: QuestionType.BOOLEAN,
        label: 'Do you see it?',
        required: true,
        golden: expected === undefined ? undefined : { expected },
      },
    ],
  });
  const second = { ...requester, idempotencyKey: newId() };
  const { version } = await insist(() => templates.createSurveyVersion(second, request));
  return version?.id ?? '';
}
