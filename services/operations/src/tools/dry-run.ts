import type { JsonSchema } from '../json-schema.ts';

/** The argument of a paid tool with which it only estimates. */
export const dryRunArgument = {
  type: 'boolean',
  default: false,
  description: 'Only checks the call and estimates its price.',
} as const;

const amounts = ['minCents', 'expectedCents', 'maxCents', 'balanceCents'] as const;

/** The members of an answer to a call with `dryRun`, which has no others. Schemas do not show the members of members. */
export const dryRunMembers: JsonSchema = {
  dryRun: { type: 'boolean' },
  estimate: { type: 'object' },
};

/** @param body the estimate that REST shows */
export function showEstimate(body: unknown): Readonly<Record<string, unknown>> {
  const estimate = body as Readonly<Record<string, unknown>>;
  const shown = [...amounts, 'sufficient'].map((name) => [name, estimate[name]] as const);
  return { dryRun: true, estimate: Object.fromEntries(shown) };
}
