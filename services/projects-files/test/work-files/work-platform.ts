import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import { UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { WorkAudience, WorkLinkState } from '@assay/proto/files/v1/work_files_service';
import type { WorkLink } from '@assay/proto/files/v1/work_files_service';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { callByService } from '@assay/test-kit/test-platform';
import { inject } from 'vitest';
import { startWithProject } from '../started-project.ts';

const run = promisify(execFile);

/** True if the program is installed, by which tests prove that metadata is gone. */
export const hasExiftool = await run('exiftool', ['-ver']).then(
  () => true,
  () => false,
);

/** A running projects-files with a project, called by crowd-webhooks. */
export async function startWork() {
  const { ffmpegPath } = inject('servers');
  const started = await startWithProject(ffmpegPath === undefined ? {} : { FFMPEG_PATH: ffmpegPath });
  const { running, call, projectId } = started;
  const by = callByService('crowd-webhooks', call.organizationId);
  const link = async (
    fileIds: readonly string[],
    audience: WorkAudience = WorkAudience.OUTSIDERS,
    caller: OutgoingCall = by,
  ): Promise<readonly WorkLink[]> => {
    const request = { fileIds: [...fileIds], audience, maxWaitMs: 5_000 };
    return (await running.workFiles.createWorkLinks(caller, request)).links;
  };
  const setPrivacy = async (fileId: string, privacyLevel: PrivacyLevel): Promise<void> => {
    const change = { fileId, privacyLevel, updateMask: ['privacy_level'] };
    await running.files.updateFile(call, { ...UpdateFileRequest.fromPartial({}), ...change });
  };
  return {
    ...started,
    by,
    link,
    /** Uploads a file under a name, and makes it public; resolves to its id. */
    upload: async (bytes: Uint8Array, name = 'private-name.bin'): Promise<string> => {
      const stored = await running.uploader.upload(call, projectId, { bytes, name });
      if (stored.file === undefined) throw new Error('not stored', { cause: stored.error });
      await setPrivacy(stored.file.id, PrivacyLevel.PUBLIC);
      return stored.file.id;
    },
    setPrivacy,
    /** Waits until the link is ready or failed. */
    settle: async (fileId: string, audience: WorkAudience = WorkAudience.OUTSIDERS): Promise<WorkLink> => {
      for (;;) {
        const [found] = await link([fileId], audience);
        if (found !== undefined && found.state !== WorkLinkState.PENDING) return found;
      }
    },
  };
}

export type StartedWork = Awaited<ReturnType<typeof startWork>>;

export async function download(link: WorkLink): Promise<Buffer> {
  const response = await fetch(link.presignedUrl?.url ?? '');
  if (!response.ok) throw new Error(`status ${response.status.toString()}`);
  return Buffer.from(await response.arrayBuffer());
}

export function readShared(path: string): Promise<Buffer> {
  return readFile(findSharedMedia(path) ?? '');
}

/** Facts about every file, which are no metadata. */
const technical = /^(?:SourceFile|ExifTool|File(?!:(?:Comment|ExifByteOrder))|Composite|ICC_Profile|JFIF)/u;

/** Lists the tags that exiftool finds, by group, without those that describe the coding. */
export async function listTags(bytes: Uint8Array, path: string): Promise<Readonly<Record<string, unknown>>> {
  await writeFile(path, bytes);
  const { stdout } = await run('exiftool', ['-json', '-G0', '-a', '-ee', '-u', path]);
  const [tags = {}] = JSON.parse(stdout) as Record<string, unknown>[];
  return Object.fromEntries(Object.entries(tags).filter(([name]) => !technical.test(name)));
}
