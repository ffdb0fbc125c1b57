import type { OutgoingCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { newId } from '@assay/chassis/ids';
import { localHost } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { File } from '@assay/proto/files/v1/file';
import type { SharedClock } from '../shared-clock.ts';

const tokenSeconds = 120;
/** A PNG of 32 by 32 grey pixels. */
const imageBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR4nGOoJwAYRhWMKhhVMFIVAAABiPwQTU1O4AAAAABJRU5ErkJggg==';
const image = new Uint8Array(Buffer.from(imageBase64, 'base64'));

/** Uploads small texts and images to the listener of projects-files, as the gateway does. Resolves to the id of the file. */
export function createUploader({ secrets, ports }: PlatformLayout, clock: SharedClock) {
  const signer = createTokenSigner(secrets.internalTokenKeys.gateway, clock);
  const base = `http://${localHost}:${ports['projects-files'].upload.toString()}`;
  return async (
    { actor, organizationId, requestId }: OutgoingCall,
    projectId: string,
    isImage: boolean,
  ): Promise<string> => {
    if (actor.kind !== 'user') throw new Error('only users upload files');
    const authorization = `Bearer ${await signer.sign({ actor, organizationId }, tokenSeconds)}`;
    const body = new FormData();
    if (isImage) body.append('file', new Blob([image], { type: 'image/png' }), 'image.png');
    else body.append('file', new Blob([`Read ${newId()}.`], { type: 'text/plain' }), 'text.txt');
    const url = `${base}/v2/projects/${projectId}/files`;
    const headers = { authorization, 'x-request-id': requestId };
    const answer = await fetch(url, { method: 'POST', body, headers }).catch((error: unknown) => {
      throw new DomainError('UNAVAILABLE', 'UPLOAD', String(error));
    });
    if (answer.status !== 201)
      throw new DomainError('UNAVAILABLE', 'UPLOAD', `The upload answered ${answer.status.toString()}.`);
    return File.decode(new Uint8Array(await answer.arrayBuffer())).id;
  };
}
