import type { JsonObject } from '@assay/checks/check/check';
import type { Conclusion } from '../domain/fusion/conclusion.ts';
import type { RecordedRun, RecordedStage } from '../domain/replay/replay-stages.ts';
import { documentNames } from './bundle-parts.ts';
import type { ByteSource } from './byte-source.ts';
import { readJsonPart } from './read-part.ts';
import type { Statement } from './statement.ts';

/** What a valid bundle says of its run, as far as the run can be done again with it. */
export interface BundledRun {
  readonly recorded: RecordedRun;
  /** The files in the order in which the run had them. */
  readonly files: readonly BundledFile[];
  readonly claims: JsonObject;
}

export interface BundledFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly enrichment: JsonObject;
}

export async function readBundledRun(source: ByteSource, statement: Statement): Promise<BundledRun> {
  const read = (name: string): Promise<unknown> => readJsonPart(source, statement, name);
  const stageNames = statement.parts.map(({ name }) => name).filter((name) => name.startsWith('stages/'));
  // What a valid bundle holds was written by documentParts.
  const stages = (await Promise.all(stageNames.map(read))) as readonly RecordedStage[];
  const concluded = (await read(documentNames.conclusion)) as Conclusion;
  const files = (await read(documentNames.files)) as readonly Omit<BundledFile, 'enrichment'>[];
  const enrichments = (await read(documentNames.enrichment)) as readonly Pick<BundledFile, 'enrichment'>[];
  const { data: contextData } = (await read(documentNames.context)) as { readonly data: JsonObject | null };
  const { slug: pipelineSlug, version: pipelineVersion } = statement.about.pipeline;
  return {
    recorded: { pipelineSlug, pipelineVersion, contextData, stages, concluded },
    files: files.map((file, index) => ({ ...file, enrichment: enrichments[index]?.enrichment ?? {} })),
    claims: contextData ?? {},
  };
}
