import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { GetPipelineRequest, GetPipelineResponse } from '@assay/proto/catalog/v1/catalog_service';
import { findPipeline } from '../domain/catalog.ts';
import { toPipelineMessage } from './pipeline-message.ts';

// eslint-disable-next-line @typescript-eslint/require-await -- a refusal must be a rejection, not an exception
export async function getPipeline(
  _deps: unknown,
  _call: CallContext,
  { slug }: GetPipelineRequest,
): Promise<GetPipelineResponse> {
  const pipeline = findPipeline(slug);
  if (pipeline === undefined) throw notFound('pipeline');
  return { pipeline: toPipelineMessage(pipeline) };
}
