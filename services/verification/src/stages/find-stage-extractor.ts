import { findExtractor } from '@assay/media/decoder/media-extractor';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import { detectConfinement } from '@assay/media/isolate/confinement';
import type { DecoderConfig } from '../config.ts';

/** What decodes for stages; undefined: videos and AAC are examined by their containers alone. */
export async function findStageExtractor({
  ffmpegPath,
  ffmpegUnconfined,
  programFolders,
}: DecoderConfig): Promise<MediaExtractor | undefined> {
  return findExtractor(await detectConfinement(), {
    configuredPath: ffmpegPath,
    searchPath: programFolders,
    mayRunUnconfined: ffmpegUnconfined === 'allowed',
  });
}
