import { invalidField } from '@assay/chassis/errors';
import { contract } from '@assay/chassis/grpc/contract/contract';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { fieldRules } from '@assay/chassis/grpc/rules/field-rules';
import { QualificationOperator } from '@assay/proto/crowd/v1/crowd_job';
import type { RequiredQualification as QualificationMessage } from '@assay/proto/crowd/v1/crowd_job';
import { UpdateWorkerProfileRequest } from '@assay/proto/crowd/v1/worker_profiles_service';
import { deviceTypes } from '@assay/proto/crowd-limits';
import type { RequiredQualification } from '../domain/crowd/job/job.ts';
import { isOwnKey, measuredKeys } from '../domain/crowd/worker/qualifications.ts';

const operators = createEnumCodec(QualificationOperator);

/** The values of a `one_of`. */
const maxValues = 100;
const maxTextLength = 1_000;

export function toQualificationMessage({
  key,
  operator,
  value,
}: RequiredQualification): QualificationMessage {
  return { key, value, operator: operators.toMessage(operator) };
}

/** Reads a condition. INVALID_ARGUMENT, with the field, for one that no worker can meet or that has no operator. */
export function readQualification(
  { key, operator: sentOperator, value: sent }: QualificationMessage,
  index: number,
): RequiredQualification {
  const at = `requiredQualifications.${index.toString()}`;
  const operator = operators.readRequired(`${at}.operator`, sentOperator);
  if (!measuredKeys.has(key) && !isOwnKey(key)) {
    throw invalidField(`${at}.key`, 'A key has 1 to 64 lowercase letters, digits and underscores.');
  }
  const value: unknown = sent;
  const problem = findProblem({ key, operator, value });
  if (problem !== undefined) throw invalidField(`${at}.value`, `The value must be ${problem}.`);
  return { key, operator, value };
}

/** Returns the expected value if another one was sent. */
function findProblem({ key, operator, value }: RequiredQualification): string | undefined {
  const { describe, isRight } = readRule(key);
  if (operator === 'one_of') {
    const isArray = Array.isArray(value) && value.length > 0 && value.length <= maxValues;
    return isArray && value.every(isRight)
      ? undefined
      : `an array of 1 to ${maxValues.toString()} values, each ${describe}`;
  }
  const isOrdered = operator === 'at_least' || operator === 'at_most';
  if (isOrdered && typeof value !== 'number') return 'a number';
  return isRight(value) ? undefined : describe;
}

/** The values that a qualification can have. */
interface ValueRule {
  /** Completes "The value must be …". */
  readonly describe: string;
  readonly isRight: (value: unknown) => boolean;
}

function readRule(key: string): ValueRule {
  switch (key) {
    case 'language':
      return listRule('a two-letter code of a supported language', readProfileValues('language'));
    case 'country':
      return listRule('an ISO 3166-1 alpha-2 code in upper case', readProfileValues('country'));
    case 'deviceType':
      return listRule('`mobile`, `tablet` or `desktop`', deviceTypes);
    case 'quality':
      return {
        describe: 'a number from 0 to 1',
        isRight: (value) => isNumber(value) && value >= 0 && value <= 1,
      };
    case 'completedTasks':
      return {
        describe: 'an integer from 0',
        isRight: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
      };
    default:
      return {
        describe: `a number, true, false, or a text of at most ${maxTextLength.toString()} characters`,
        isRight: (value) =>
          typeof value === 'string'
            ? value.length <= maxTextLength
            : typeof value === 'boolean' || isNumber(value),
      };
  }
}

function listRule(describe: string, values: readonly string[]): ValueRule {
  return { describe, isRight: (value) => values.some((each) => each === value) };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Lists the values that a worker can state in the profile. */
function readProfileValues(field: 'language' | 'country'): readonly string[] {
  const { $type } = UpdateWorkerProfileRequest;
  const found = contract().getMessage($type)?.field[field];
  if (found === undefined) throw new Error(`${$type} has no field ${field}`);
  return fieldRules(found).oneOf ?? [];
}
