import { open } from 'node:fs/promises';
import { recommendedHeadBytes } from './detect-type.ts';

/** Reads the first bytes of a file, by default as many as type detection can use; fewer when the file is shorter. */
export async function readHead(path: string, bytes = recommendedHeadBytes): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const head = new Uint8Array(bytes);
    const { bytesRead } = await file.read(head, 0, bytes, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
