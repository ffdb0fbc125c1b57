import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

interface Listed {
  readonly name: string;
  readonly outputSchema?: object | undefined;
}

/** Checks structured content against the listed schema of its tool. */
export type CheckOutput = (name: string, structuredContent: unknown) => void;

/** Compiles the output schemas of listed tools. A tool without a schema accepts no content. */
export function compileOutputSchemas(tools: readonly Listed[]): CheckOutput {
  const compiled = new Map<string, ValidateFunction>();
  const schemas = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
  return (name, structuredContent) => {
    const validate = compiled.get(name) ?? ajv.compile(schemas.get(name) ?? false);
    compiled.set(name, validate);
    validate(structuredContent);
    expect([name, validate.errors]).toEqual([name, null]);
  };
}
