/** The runs of which an expected price is the mean: fewer could tell one tenant the spending of another. */
export const maxRuns = 200;
const minRuns = 30;
const minOrganizations = 5;
const roundedToCents = 10;

/** Returns the mean price of runs, rounded to 10 cents; undefined for too few runs or organizations. */
export function computeExpectedPrice(
  runs: readonly { readonly organizationId: string; readonly costCents: number }[],
): number | undefined {
  const organizations = new Set(runs.map(({ organizationId }) => organizationId));
  if (runs.length < minRuns || organizations.size < minOrganizations) return undefined;
  const total = runs.reduce((sum, { costCents }) => sum + costCents, 0);
  return Math.round(total / runs.length / roundedToCents) * roundedToCents;
}
