import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';

/** Reads an answer to its end without keeping it. Returns the number of bytes. */
export async function readAnswer({ baseUrl, apiKey }: LaunchedPlatform, path: string): Promise<number> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status.toString()}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return bytes;
}
