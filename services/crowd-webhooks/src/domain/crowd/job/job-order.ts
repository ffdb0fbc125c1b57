import { invalidField } from '@assay/chassis/errors';
import { days, mebibytes } from '@assay/chassis/units';
import { jobLimits } from '@assay/proto/crowd-limits';
import { countLabelBytes } from '../survey/labels.ts';
import { listDecidingQuestions } from '../task/stop-rule.ts';
import type { SurveyVersion } from '../survey/survey.ts';
import { exceedsLimit } from '../survey/exceeds-limit.ts';
import type { JobTerms, JobTexts } from './job.ts';
import { isOwnKey } from '../worker/qualifications.ts';
import type { Variants } from './input/variant.ts';

/** A job to create, with the defaults in place. */
export interface JobOrder extends JobTerms, JobTexts {
  readonly projectId: string;
  readonly fileIds: readonly string[];
  readonly maxRepetitions: number;
  readonly maxCostCents: number | undefined;
  readonly webhooks: readonly { readonly url: string; readonly eventTypes: readonly string[] }[];
}

const maxDurationMs = days(365);

/** INVALID_ARGUMENT, with the field, for terms that contradict each other. */
export function checkOrder(order: JobOrder, now: Date): void {
  const { inputDataSetId, datasetVersionId, fileIds, guestsAllowed, rewardCents } = order;
  const inputs = { inputDataSetId, datasetVersionId, fileIds: fileIds.length > 0 ? fileIds : undefined };
  const [, second] = Object.entries(inputs).filter(([, value]) => value !== undefined);
  if (second !== undefined) {
    throw invalidField(
      second[0],
      'Send one of `inputDataSetId`, `datasetVersionId` and `fileIds`, not several.',
    );
  }
  if (new Set(fileIds).size < fileIds.length) throw invalidField('fileIds', 'Name each file once.');
  if (!order.blind)
    throw invalidField(
      'blind',
      'Workers never see results of machines. Set `blind` to true, or leave it out.',
    );
  checkValidUntil(order.validUntil, now);
  checkRange('goldenTaskRatio', order.goldenTaskRatio, { min: 0, max: 0.5 });
  checkRange('consensusThreshold', order.consensusThreshold ?? 0.5, { min: 0.5, max: 0.999 });
  if (guestsAllowed && rewardCents > 0) {
    throw invalidField('guestsAllowed', 'Guests have no account to be paid. Set `rewardCents` to 0.');
  }
  if (order.minResponses > order.maxRepetitions) {
    throw invalidField('minResponses', '`minResponses` must not be more than `maxRepetitionsPerVariant`.');
  }
  if (!isOwnKey(order.grantsQualification ?? 'none')) {
    throw invalidField('grantsQualification', 'A key has lower-case letters, digits and underscores.');
  }
  if (order.grantsQualification !== undefined && order.category !== 'qualification_test') {
    throw invalidField(
      'grantsQualification',
      'Only a job of the category `qualification_test` grants a qualification.',
    );
  }
}

function checkRange(
  field: string,
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  if (value >= min && value <= max) return;
  throw invalidField(field, `\`${field}\` must be from ${min.toString()} to ${max.toString()}.`);
}

/** INVALID_ARGUMENT for an end that has passed, or that is more than 365 days away. */
export function checkValidUntil(validUntil: Date, now: Date): void {
  const duration = validUntil.getTime() - now.getTime();
  if (duration <= 0) throw invalidField('validUntil', '`validUntil` must be in the future.');
  if (duration > maxDurationMs)
    throw invalidField('validUntil', '`validUntil` must be at most 365 days away.');
}

/** INVALID_ARGUMENT, with the field, for terms that do not fit the survey or the variants. */
export function checkVariants(order: JobOrder, survey: SurveyVersion, { normal, golden }: Variants): void {
  if (order.goldenTaskRatio > 0 && golden.length === 0) {
    throw invalidField('goldenTaskRatio', 'The input data has no variants with known answers.');
  }
  if (order.consensusThreshold !== undefined && listDecidingQuestions(survey).length === 0) {
    throw invalidField(
      'consensusThreshold',
      'A consensus needs a question of the type `single_choice` or `boolean`.',
    );
  }
  checkSlots(
    survey,
    { variantCount: normal.length, maxRepetitions: order.maxRepetitions },
    'maxRepetitionsPerVariant',
  );
}

/** The answers to a variant are in one document, whose maximum is 16 MB. */
const maxLabelBytes = mebibytes(8);

/** INVALID_ARGUMENT on `field` for more slots than a job can have, or more answers than a variant can. */
export function checkSlots(
  survey: Pick<SurveyVersion, 'questions'>,
  { variantCount, maxRepetitions }: { readonly variantCount: number; readonly maxRepetitions: number },
  field: string,
): void {
  const { slotsPerJob, repetitionsPerVariant } = jobLimits;
  const slots = variantCount * maxRepetitions;
  if (slots > slotsPerJob) {
    const message = `The job would have ${slots.toString()} slots; at most ${slotsPerJob.toString()} are possible.`;
    throw exceedsLimit(field, slotsPerJob, message);
  }
  const limit = Math.min(repetitionsPerVariant, Math.floor(maxLabelBytes / countLabelBytes(survey)));
  if (maxRepetitions <= limit) return;
  throw exceedsLimit(field, limit, `A variant of this job has at most ${limit.toString()} repetitions.`);
}
