import type { Rest } from '@assay/test-kit/rest';

/** Answers to the questions of a survey, by their keys. */
export type Values = Readonly<Record<string, unknown>>;

/** Claims the next task of a job and submits an answer to it. Resolves to the answer. */
export async function submitAnswer(
  rest: Rest,
  jobId: string,
  write: (claim: { readonly files: readonly { readonly fileId: string }[] }) => Values,
): Promise<{ readonly id: string }> {
  const claim = await rest.post(`/v2/crowd-jobs/${jobId}/claims`);
  if (claim.status !== 201) throw new Error(`no claim: ${JSON.stringify(claim.body)}`);
  const answers = Object.entries(write(claim.body)).map(([questionKey, value]) => ({ questionKey, value }));
  const submitted = await rest.post(`/v2/claims/${claim.body.claimId}/answers`, { answers });
  if (submitted.status !== 201) throw new Error(`not submitted: ${JSON.stringify(submitted.body)}`);
  return submitted.body;
}
