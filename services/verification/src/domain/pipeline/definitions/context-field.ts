import type { ContextField } from '../pipeline.ts';

export function contextField(
  key: string,
  label: string,
  description: string,
  type: ContextField['type'],
): ContextField {
  return { key, label, description, type, enumValues: [] };
}
