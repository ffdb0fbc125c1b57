import type { Schema } from './event.ts';

export const text = (description: string): Schema => ({ type: 'string', description });
export const optionalText = (description: string): Schema => ({ type: ['string', 'null'], description });
export const integer = (description: string): Schema => ({ type: 'integer', description });
export const dateTime = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  description,
});

/** An object whose members are required, except the optional ones. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

/** The ids of the examples. */
export const ids = {
  job: 'j7c1d9e3f5a2b4c6d8e0f1a3',
  project: 'p4x8y2z6w1v5u9t3s7r0q2o6',
  task: 't2b4c6d8e0f1a3j7c1d9e3f5',
  answer: 'a9e3f5a2b4c6d8e0f1a3j7c1',
  worker: 'w5a2b4c6d8e0f1a3j7c1d9e3',
  reviewer: 'u8e0f1a3j7c1d9e3f5a2b4c6',
  run: 'r3f5a2b4c6d8e0f1a3j7c1d9',
  file: 'f6d8e0f1a3j7c1d9e3f5a2b4',
  organization: 'o1a3j7c1d9e3f5a2b4c6d8e0',
  dataset: 'd0f1a3j7c1d9e3f5a2b4c6d8',
  version: 'v4c6d8e0f1a3j7c1d9e3f5a2',
} as const;
