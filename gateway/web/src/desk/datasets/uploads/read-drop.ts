/** Reads dropped or chosen folders. */

export interface DroppedFiles {
  /** The name of the folder, when there is exactly one. */
  readonly folderName?: string | undefined;
  readonly files: readonly File[];
}

/** Files that systems create themselves. */
const isHidden = (name: string): boolean => /^(?:\.|thumbs\.db$|desktop\.ini$)/iu.test(name);

/** Reads all files of a drop, also those in folders. Must be called within the event, which loses its items afterwards. */
export async function readDrop(transfer: DataTransfer): Promise<DroppedFiles> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found: File[] = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push(entry);
    else if (entry !== null) found.push(...(await readEntry(entry)));
  }
  const [first] = entries;
  const isFolder = entries.length === 1 && first !== undefined && first !== null && 'isDirectory' in first;
  return { files: found, folderName: isFolder && first.isDirectory ? first.name : undefined };
}

/** Returns the files of an input, which may be a chosen folder. */
export function readInput(input: HTMLInputElement): DroppedFiles {
  const files = [...(input.files ?? [])].filter(({ name }) => !isHidden(name));
  const [folderName = ''] = (files[0]?.webkitRelativePath ?? '').split('/');
  return { files, folderName: folderName === '' ? undefined : folderName };
}

async function readEntry(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isHidden(entry.name)) return [];
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: File[] = [];
  // A reader returns at most 100 entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (entries.length === 0) return files;
    for (const one of entries) files.push(...(await readEntry(one)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
