import { readCaptureFacts } from '@assay/media/exif/capture-facts';
import { nameDevice } from '@assay/media/exif/device-name';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Case, CaseCheck, CaseFile, CheckResult } from '../../check/check.ts';
import { manifest } from './manifest.ts';

const limits = ['Names and numbers of cameras are metadata, which can be rewritten or copied.'];

interface NamedFile {
  readonly id: string;
  readonly device: string | null;
  /** The number of the camera's body; null where it is not told. */
  readonly serial: string | null;
}

/** Which files of a case name the same camera, and whether the number of its body is the same. It weighs nothing. */
export const check: CaseCheck = { ...manifest, examines: 'case', run: examine };

async function examine({ files }: Case, signal: AbortSignal): Promise<CheckResult> {
  const named: NamedFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    named.push(await nameOf(file));
  }
  const groups = groupsOf(named);
  if (groups.length === 0) return notApplicable(manifest, 'none of the files names a camera');
  return finding(manifest, {
    statement: describe(groups, named.length),
    facts: { groups: groups.map((group) => ({ ...group })) },
    limits,
  });
}

async function nameOf({ id, mimeType, open }: CaseFile): Promise<NamedFile> {
  const subject = mimeType.startsWith('image/') ? await open() : null;
  if (subject === null) return { id, device: null, serial: null };
  const facts = readCaptureFacts(subject.bytes, mimeType);
  return { id, device: nameDevice(facts), serial: facts.exif?.serialNumber ?? null };
}

interface DeviceGroup {
  readonly device: string;
  readonly serial: string | null;
  readonly fileIds: readonly string[];
}

/** By name and number; a file without a number is of a group of its own. */
function groupsOf(named: readonly NamedFile[]): readonly (DeviceGroup & { readonly fileIds: string[] })[] {
  const groups = new Map<string, { device: string; serial: string | null; fileIds: string[] }>();
  for (const { id, device, serial } of named) {
    if (device === null) continue;
    const key = JSON.stringify([device, serial]);
    const group = groups.get(key) ?? { device, serial, fileIds: [] };
    group.fileIds.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((one, other) => other.fileIds.length - one.fileIds.length);
}

const shown = 5;

function describe(groups: readonly DeviceGroup[], count: number): string {
  const parts = groups.slice(0, shown).map(({ device, serial, fileIds }) => {
    const body = serial === null ? '' : `, body number ${serial}`;
    return `${String(fileIds.length)} of ${String(count)} files name ${device}${body}`;
  });
  const more = groups.length - shown;
  return `${parts.join('; ')}${more > 0 ? `; and ${String(more)} further cameras` : ''}.`;
}
