import type { ContextField } from '../pipeline.ts';

export function contextField(
  key: string,
  label: string,
  description: string,
  type: ContextField['type'],
): ContextField {
  return { key, label, description, type, enumValues: [] };
}

/** A number between these two. */
export function numberField(
  key: string,
  label: string,
  description: string,
  range: NonNullable<ContextField['range']>,
): ContextField {
  return { ...contextField(key, label, description, 'number'), range };
}
