import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketTarget } from './bucket-target.ts';

export interface DownloadOptions {
  readonly expiresInSeconds: number;
  /** The file name that the browser proposes. */
  readonly fileName: string;
  readonly contentType: string;
}

export interface DownloadLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Signs a download link for one object. The browser always saves the file and never displays it. */
export async function presignDownload(
  { client, bucket }: BucketTarget,
  key: string,
  options: DownloadOptions,
): Promise<DownloadLink> {
  // Signatures have a resolution of one second.
  const signingDate = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentDisposition: buildContentDisposition(options.fileName),
    ResponseContentType: options.contentType,
  });
  const url = await getSignedUrl(client, command, { expiresIn: options.expiresInSeconds, signingDate });
  return { url, expiresAt: new Date(signingDate.getTime() + options.expiresInSeconds * 1_000) };
}

/** Builds a header by RFC 6266 with the name twice: in ASCII for old clients, and encoded by RFC 5987. */
export function buildContentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/gu, percentEncode);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
