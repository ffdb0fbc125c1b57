import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openCase } from '../run/open-case.ts';
import type { CaseCheck, CheckResult, JsonObject } from '../check/check.ts';
import { runCheck } from '../run/run-checks.ts';

export interface UploadedFile {
  /** Null: the file is not read. */
  readonly bytes: Uint8Array | null;
  readonly mimeType?: string;
  readonly enrichment?: JsonObject;
}

/** Runs a check of several files on files that exist for it alone: `file0` named `a.jpg`, `file1` named `b.jpg` and so on. */
export async function checkFiles(
  check: CaseCheck,
  uploaded: readonly UploadedFile[],
  claims: JsonObject = {},
): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  try {
    const paths: (string | null)[] = [];
    for (const [index, { bytes }] of uploaded.entries()) {
      const path = bytes === null ? null : join(folder, String(index));
      if (bytes !== null && path !== null) await writeFile(path, bytes);
      paths.push(path);
    }
    const files = uploaded.map(({ mimeType = 'image/jpeg', enrichment = {} }, index) => ({
      id: `file${String(index)}`,
      name: `${String.fromCharCode(97 + index)}.jpg`,
      mimeType,
      enrichment,
    }));
    const opened = openCase({ files, paths, claims, beside: {} });
    return await runCheck(check, opened, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes a small JPEG that its camera dates, in local time: '2024:07:15 15:00:00'. */
export function takePhotograph(when: string, serial?: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
    .withExif({
      IFD0: { Make: 'Maker', Model: 'Model 1' },
      IFD2: { DateTimeOriginal: when, ...(serial !== undefined && { BodySerialNumber: serial }) },
    })
    .jpeg()
    .toBuffer();
}
