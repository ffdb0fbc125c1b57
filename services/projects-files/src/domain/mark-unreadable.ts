import type { Deps } from '../deps.ts';

export interface UnreadableFile {
  readonly organizationId: string;
  readonly fileId: string;
  /** How often it was tried. */
  readonly attempts: number;
}

/** Ends the enrichment of a file that no worker could finish; one that is done or gone is left alone. */
export async function markUnreadable(
  { files, clock }: Pick<Deps, 'files' | 'clock'>,
  { organizationId, fileId, attempts }: UnreadableFile,
): Promise<void> {
  const file = await files.find(organizationId, fileId);
  if (file === undefined) return;
  const reason = `the file could not be read after ${attempts} tries`;
  await files.endEnrichment(file, { kind: 'failed', reason }, clock.now());
}
