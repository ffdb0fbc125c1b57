import { findDecoder } from '../../src/decoder/find-decoder.ts';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import { detectConfinement } from '../../src/isolate/confinement.ts';

/** Prints how this process confines its children, and what FFmpeg measures of a video: `decode-confined.ts FFMPEG FILE`. */
const [, , configuredPath, path = ''] = process.argv;
const pool = createEnrichmentPool();
const confinement = await detectConfinement();
const choice = { configuredPath, searchPath: '', mayRunUnconfined: false };
const { decoder, description } = await findDecoder(pool, confinement, choice);
const limits = { signal: new AbortController().signal, timeoutMs: 60_000, maxRssBytes: 2 ** 29 };
const video = await decoder.measureVideo(path, limits);
await pool.close();
console.log(JSON.stringify({ kind: confinement.kind, description, video }));
