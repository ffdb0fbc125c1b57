import type { Question } from '../../../shared/api/api-types.ts';

/** Returns the value of an answer as text. */
export function labelValue(value: unknown, question?: Question): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => labelValue(one, question)).join(', ');
  if (typeof value === 'string')
    return question?.options.find((option) => option.value === value)?.label ?? value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
