import { catalogEntry, restCodes } from '../errors/error-catalog.ts';
import type { RestCode } from '../errors/error-catalog.ts';
import { exampleRequestId } from '../errors/error-responses.ts';
import { referTo } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import { reference, referToHeaders } from './headers.ts';

/** Returns references to the error responses of an operation, by HTTP status. */
export function referToErrors(codes: readonly RestCode[]): Record<string, JsonSchema> {
  const byStatus = groupByStatus(codes);
  return Object.fromEntries(
    byStatus.map(
      ([status, alike]) => [String(status), reference('responses', componentName(alike))] as const,
    ),
  );
}

/** Builds one response for each set of codes that operations share under one status, by component name. */
export function buildErrorResponses(codeLists: readonly (readonly RestCode[])[]): Record<string, object> {
  const groups = codeLists.flatMap(groupByStatus);
  const responses = new Map(
    groups.map(([status, alike]) => [componentName(alike), { status, codes: alike }] as const),
  );
  return Object.fromEntries(
    [...responses]
      .toSorted(([, one], [, other]) => one.status - other.status || one.codes.length - other.codes.length)
      .map(([name, { status, codes }]) => [name, buildResponse(status, codes)] as const),
  );
}

/** Builds one example for each code. */
export function buildErrorExamples(): Record<string, object> {
  return Object.fromEntries(
    restCodes.map((code) => {
      const error = { code, ...catalogEntry(code).example, requestId: exampleRequestId };
      return [code, { summary: catalogEntry(code).meaning, value: { error } }] as const;
    }),
  );
}

/** Returns references to the examples of those codes that have the status. */
export function findExamples(status: number, codes: readonly RestCode[]): Record<string, JsonSchema> {
  return referToExamples(codes.filter((code) => catalogEntry(code).status === status));
}

function referToExamples(codes: readonly RestCode[]): Record<string, JsonSchema> {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

function groupByStatus(codes: readonly RestCode[]): [number, RestCode[]][] {
  return [...Map.groupBy(codes, (code) => catalogEntry(code).status)].toSorted(
    ([one], [other]) => one - other,
  );
}

/** Joins the codes, such as `ConflictOrInvalidState`. */
function componentName(codes: readonly RestCode[]): string {
  const words = codes.map((code) =>
    code.toLowerCase().replaceAll(/(?:^|_)(\w)/gu, (_match, letter: string) => letter.toUpperCase()),
  );
  return words.join('Or');
}

function buildResponse(status: number, codes: readonly RestCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${catalogEntry(code).meaning}`).join(' '),
    content: { 'application/json': { schema: referTo('Error'), examples: referToExamples(codes) } },
    headers: referToHeaders(status, false),
  };
}
