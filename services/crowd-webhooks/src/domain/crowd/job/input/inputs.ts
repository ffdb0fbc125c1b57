import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import { jobLimits } from '@assay/proto/crowd-limits';
import type { Deps } from '../../../../deps.ts';
import { isGoldenTask } from '../../survey/golden.ts';
import {
  countFilledBytes,
  listExpectedLists,
  listNeededLists,
  maxFilledBytes,
} from '../../survey/fill-survey.ts';
import type { SurveyVersion } from '../../survey/survey.ts';
import { buildVariants } from './build-variants.ts';
import type { InputVariants } from './build-variants.ts';
import type { InputFile } from './input-source.ts';
import { exceedsLimit } from '../../survey/exceeds-limit.ts';
import type { JobOrder } from '../job-order.ts';
import type { Variant, Variants } from './variant.ts';

/** Reads the variants of a job from its one input, and divides them. Errors as CreateCrowdJob says. */
export async function readVariants(
  deps: Pick<Deps, 'inputs'>,
  call: CallContext,
  { order, survey }: { readonly order: JobOrder; readonly survey: SurveyVersion },
): Promise<Variants> {
  const { variants, chunks, lists, readValues } = await listVariants(deps, call, order);
  checkLists(survey, lists);
  const expected = listExpectedLists(survey);
  const isGolden = variants.map(
    (_variant, number) => expected.length > 0 && isGoldenTask(survey.questions, readValues(number, expected)),
  );
  const normal = variants.filter((_variant, number) => isGolden[number] === false);
  const golden = variants.filter((_variant, number) => isGolden[number] === true);
  if (normal.length === 0) {
    throw invalidField(
      'inputDataSetId',
      'All variants of the input data are golden tasks. Add values without known answers.',
    );
  }
  return { normal, golden, chunks };
}

async function listVariants(
  { inputs }: Pick<Deps, 'inputs'>,
  call: CallContext,
  order: JobOrder,
): Promise<InputVariants> {
  const { projectId, inputDataSetId, datasetVersionId, fileIds } = order;
  if (inputDataSetId !== undefined) {
    return buildVariants(await inputs.readInputData(call, projectId, inputDataSetId), jobLimits);
  }
  if (datasetVersionId !== undefined) {
    return fileVariants(order, await inputs.listVersionFiles(call, datasetVersionId));
  }
  if (fileIds.length > 0) return fileVariants(order, await inputs.listFiles(call, projectId, fileIds));
  return withoutLists([{ values: {}, fileIds: [] }]);
}

function withoutLists(variants: readonly Variant[]): InputVariants {
  return { variants, chunks: [], lists: new Map(), readValues: () => ({}) };
}

/** Returns true if guests or members of other organizations may work on a job. */
export function hasOutsiders({
  guestsAllowed,
  audience,
}: Pick<JobOrder, 'guestsAllowed' | 'audience'>): boolean {
  return guestsAllowed || audience === 'everyone';
}

function fileVariants(order: JobOrder, files: readonly InputFile[]): InputVariants {
  const refused = hasOutsiders(order) ? files.find(({ isPublic }) => !isPublic) : undefined;
  if (refused !== undefined) {
    const message =
      'Workers of other organizations get public files only. Make the file public, or leave outsiders out.';
    throw new DomainError('FAILED_PRECONDITION', 'FILE_NOT_PUBLIC', message, {
      details: { fileId: refused.id },
    });
  }
  return withoutLists(files.map(({ id, name }) => ({ values: {}, fileIds: [id], fileNames: [name] })));
}

/** INVALID_ARGUMENT for a survey that names a list that the input data does not have, or that is too large with the values. */
function checkLists(survey: SurveyVersion, lists: InputVariants['lists']): void {
  const missing = listNeededLists(survey).find((name) => !lists.has(name));
  if (missing !== undefined) {
    throw invalidField(
      'inputDataSetId',
      `The survey names the list ${missing}. Choose input data that has it.`,
    );
  }
  if (countFilledBytes(survey, lists) > maxFilledBytes) {
    throw exceedsLimit('inputDataSetId', maxFilledBytes, 'The survey with the largest values is too large.');
  }
}
