import { open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WasmBuilder } from '@contentauth/c2pa-wasm';
import { bytesBlob, fileBlob } from '../../src/c2pa/file-blob.ts';
import { loadValidator } from '../../src/c2pa/load-validator.ts';
import type { SigningIdentity } from './certificates.ts';
import { coseSign, reservedBytes } from './cose.ts';

/** What a manifest claims, and where it is kept. */
export interface Claim {
  readonly action: string;
  readonly digitalSourceType?: string;
  /** Further actions, such as `c2pa.edited`. */
  readonly edits?: readonly string[];
  /** Leaves only this reference in the file, and the manifest out. */
  readonly remoteUrl?: string;
  /** Of the signed file. */
  readonly mimeType?: string;
  /** The preview of what is signed, as JPEG or whatever these bytes are. */
  readonly preview?: Uint8Array;
  /** Binds the media data of a video in pieces of 1 kB. */
  readonly inPieces?: boolean;
  /** Further assertions, such as one that binds the file by hashes of its parts. */
  readonly assertions?: readonly object[];
}

/** Signs a file, a JPEG unless another type is given, with a C2PA 2 manifest that claims one action and its edits. */
export async function signImage(
  content: Uint8Array,
  identity: SigningIdentity,
  {
    remoteUrl,
    mimeType = 'image/jpeg',
    edits = [],
    inPieces = false,
    assertions = [],
    preview,
    ...action
  }: Claim,
): Promise<Uint8Array> {
  await loadValidator();
  const path = join(tmpdir(), `assay-sign-${crypto.randomUUID()}`);
  await writeFile(path, content);
  const file = await open(path);
  try {
    using builder = WasmBuilder.fromJson(
      JSON.stringify({
        ...manifest([action, ...edits.map((edit) => ({ action: edit }))], mimeType, assertions),
        ...(preview === undefined ? {} : { thumbnail: { format: 'image/jpeg', identifier: 'preview.jpg' } }),
      }),
      JSON.stringify(inPieces ? { ...settings, core: { merkle_tree_chunk_size_in_kb: 1 } } : settings),
    );
    if (remoteUrl !== undefined) {
      builder.setRemoteUrl(remoteUrl);
      builder.setNoEmbed(true);
    }
    if (preview !== undefined) builder.addResourceFromBlob('preview.jpg', bytesBlob(preview));
    const signer = {
      sign: (claim: Uint8Array<ArrayBuffer>) => Promise.resolve(coseSign(claim, identity)),
      reserveSize: reservedBytes,
      alg: 'es256',
    };
    return await builder.sign(signer, [], mimeType, fileBlob(file.fd, content.length));
  } finally {
    await file.close();
    await rm(path);
  }
}

const settings = { builder: { thumbnail: { enabled: false } }, verify: { verify_after_sign: false } };

function manifest(actions: readonly object[], format: string, assertions: readonly object[]): object {
  return {
    claim_version: 2,
    claim_generator_info: [{ name: 'assay-test', version: '1.0' }],
    title: 'signed',
    format,
    assertions: [{ label: 'c2pa.actions.v2', data: { actions } }, ...assertions],
  };
}
