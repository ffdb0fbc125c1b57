import type { EnrichmentPool } from '../enrich/enrichment-pool.ts';
import type { MediaDecoder, Unavailable } from './media-decoder.ts';

const noVideo: Unavailable = {
  ok: false,
  code: 'unavailable',
  reason: 'pictures of videos are not available: no decoder of video is installed',
};

/** Decodes sound with decoders that are WebAssembly and run where files are read; all but AAC. Video it does not decode. */
export function createWasmDecoder(pool: EnrichmentPool): MediaDecoder {
  return {
    name: 'WebAssembly',
    canShowVideo: false,
    async measureAudio(path, declared, { signal, timeoutMs }) {
      const result = await pool.run('measureAudio', { path, ...declared }, { signal, timeoutMs });
      if (!result.ok) return result;
      const reason = `no decoder of ${declared.codec} is installed`;
      return result.value === undefined
        ? { ok: false, code: 'unavailable', reason }
        : { ok: true, value: result.value };
    },
    measureVideo: () => Promise.resolve({ ...noVideo, reason: 'no decoder of video is installed' }),
    hashVideo: () => Promise.resolve(noVideo),
    makePoster: () => Promise.resolve(noVideo),
    reduceImage: () => Promise.resolve({ ...noVideo, reason: 'no decoder of large images is installed' }),
  };
}
