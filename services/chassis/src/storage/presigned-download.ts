import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketTarget } from './bucket-target.ts';

export interface DownloadOptions {
  readonly expiresInSeconds: number;
  /** What the browser is told to call it. */
  readonly fileName: string;
  readonly contentType: string;
}

export interface DownloadLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Signs a link for one object; whoever follows it downloads the file and never displays it. */
export async function presignDownload(
  { client, bucket }: BucketTarget,
  key: string,
  options: DownloadOptions,
): Promise<DownloadLink> {
  // Signatures know whole seconds.
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

/** RFC 6266 with the name twice: plain for old clients, and encoded by RFC 5987. */
export function buildContentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/gu, percentEncode);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
