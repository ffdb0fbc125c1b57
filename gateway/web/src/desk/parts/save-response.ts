import { element } from '../../shared/dom.ts';
import { request } from './request.ts';

const revokeMs = 60_000;

/** Saves the response of a path as a file. A link cannot send an API key, so the response is kept in memory. Rejects with ApiError. */
export async function saveResponse(path: string, fileName: string): Promise<void> {
  const response = await request(path);
  const href = URL.createObjectURL(await response.blob());
  element('a', { href, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), revokeMs);
}
