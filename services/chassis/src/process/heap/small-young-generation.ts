import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the young generation of V8 small. Otherwise it grows to 64 MB at the start and is rarely collected, which costs 50 MiB at the
 * peak (24 queued runs of verification). A program imports this file first and loads everything else afterwards by `import()`.
 * Processes that forward uploads use `http/collect-chunks.ts` instead.
 */
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--no-concurrent-array-buffer-sweeping');
