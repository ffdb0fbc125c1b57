import { readFileSync } from 'node:fs';
import { contract } from '@assay/chassis/grpc/contract/contract';
import { readPredefinedRule } from '@assay/chassis/grpc/rules/predefined-rules';
import { valueCheck } from '@assay/chassis/grpc/rules/value-check';
import { isDateTime } from '@assay/operations/derive/date-time';
import { measureGrowth } from '@assay/test-kit/attacks/worst-text';
import { describe, expect, it } from 'vitest';

/** A linear expression grows tenfold, a quadratic one a hundredfold. */
const maxGrowth = 20;

function listPatterns(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern } = schema as { readonly pattern?: unknown };
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(schema).flatMap(listPatterns)];
}

function listRules(): string[] {
  return [...contract()].flatMap((declared) => {
    if (declared.kind !== 'extension' || declared.extendee.typeName !== 'buf.validate.StringRules') return [];
    return readPredefinedRule(declared.typeName).pattern ?? [];
  });
}

const document: unknown = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const patterns = [...new Set([...listRules(), ...listPatterns(document)])];

describe('a pattern of the contract', () => {
  it.each(patterns)('%s takes time in proportion to its text', (pattern) => {
    expect(measureGrowth(pattern)).toBeLessThan(maxGrowth);
  });

  it.each(['email', 'uri'] as const)('the format %s takes time in proportion to its text', (format) => {
    const check = valueCheck({ format });
    expect(measureGrowth('a@a.a:/%aa', (text) => check?.(text) === undefined)).toBeLessThan(maxGrowth);
  });

  it('the format date-time takes time in proportion to its text', () => {
    expect(measureGrowth('2026-11-29T07:00:00.5Z', isDateTime)).toBeLessThan(maxGrowth);
  });

  it('that is quadratic would be found', () => {
    expect(patterns.length).toBeGreaterThan(12);
    expect(measureGrowth(String.raw`^[^\x00]*[^\s\x00][^\x00]*$`, undefined, 50)).toBeGreaterThan(maxGrowth);
  });
});
