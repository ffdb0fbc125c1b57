import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { isGoldenTask } from '../answer/golden.ts';
import { listNeededLists } from '../survey/fill-survey.ts';
import type { SurveyVersion } from '../survey/survey.ts';
import { buildVariants } from './build-variants.ts';
import type { InputFile } from './input-source.ts';
import type { JobOrder } from './job-order.ts';
import { maxSlotsPerJob } from './job.ts';
import { emptyVariant } from './variant.ts';
import type { Variant, Variants } from './variant.ts';

/** Reads the variants of a job from its one input, and divides them. Errors as CreateCrowdJob says. */
export async function readVariants(
  deps: Pick<Deps, 'inputs'>,
  call: CallContext,
  { order, survey }: { readonly order: JobOrder; readonly survey: SurveyVersion },
): Promise<Variants> {
  const variants = await listVariants(deps, call, order);
  checkLists(survey, variants);
  const golden = variants.filter(({ values }) => isGoldenTask(survey.questions, values));
  const normal = variants.filter((variant) => !golden.includes(variant));
  if (normal.length === 0) {
    throw invalidField(
      'inputDataSetId',
      'All variants of the input data are golden tasks. Add values without known answers.',
    );
  }
  return { normal, golden };
}

async function listVariants(
  { inputs }: Pick<Deps, 'inputs'>,
  call: CallContext,
  order: JobOrder,
): Promise<readonly Variant[]> {
  const { projectId, inputDataSetId, datasetVersionId, fileIds } = order;
  if (inputDataSetId !== undefined) {
    return buildVariants(await inputs.readInputData(call, projectId, inputDataSetId), maxSlotsPerJob);
  }
  if (datasetVersionId !== undefined) {
    return fileVariants(order, await inputs.listVersionFiles(call, datasetVersionId));
  }
  if (fileIds.length > 0) return fileVariants(order, await inputs.listFiles(call, projectId, fileIds));
  return [emptyVariant];
}

/** Returns true if guests or members of other organizations may work on a job. */
export function hasOutsiders({
  guestsAllowed,
  audience,
}: Pick<JobOrder, 'guestsAllowed' | 'audience'>): boolean {
  return guestsAllowed || audience === 'everyone';
}

function fileVariants(order: JobOrder, files: readonly InputFile[]): readonly Variant[] {
  const refused = hasOutsiders(order) ? files.find(({ isPublic }) => !isPublic) : undefined;
  if (refused !== undefined) {
    const message =
      'Workers of other organizations get public files only. Make the file public, or leave outsiders out.';
    throw new DomainError('FAILED_PRECONDITION', 'FILE_NOT_PUBLIC', message, {
      details: { fileId: refused.id },
    });
  }
  return files.map(({ id, name }) => ({ values: {}, fileIds: [id], fileNames: [name] }));
}

/** INVALID_ARGUMENT for a survey that names a list that the input data does not have. */
function checkLists(survey: SurveyVersion, [first]: readonly Variant[]): void {
  const missing = listNeededLists(survey).find((name) => !Object.hasOwn(first?.values ?? {}, name));
  if (missing === undefined) return;
  throw invalidField(
    'inputDataSetId',
    `The survey names the list ${missing}. Choose input data that has it.`,
  );
}
