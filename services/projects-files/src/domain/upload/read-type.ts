import { decideType } from '@assay/media/sniff/decide-type';
import { detectType } from '@assay/media/sniff/detect-type';
import type { MediaCategory } from '@assay/media/sniff/accepted-types';
import { unprocessableFile, unsupportedMediaType } from './upload-errors.ts';

export interface AcceptedType {
  readonly mimeType: string;
  readonly category: MediaCategory;
  /** Bytes that must occur in the file; otherwise its type is not accepted. */
  readonly proof?: Uint8Array | undefined;
}

/** The type that the first bytes of a file show. FAILED_PRECONDITION for no bytes, INVALID_ARGUMENT for what is not accepted. */
export async function readType(head: Buffer, declared: string | undefined): Promise<AcceptedType> {
  if (head.byteLength === 0) throw unprocessableFile('the file is empty');
  const decision = decideType(declared, await detectType(head));
  if (!decision.accepted) throw unsupportedMediaType(decision);
  return decision;
}
