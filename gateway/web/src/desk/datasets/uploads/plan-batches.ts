import type { Modality } from '../parts/dataset-types.ts';

/** The limits of one upload request. */
const maxFiles = 100;
const maxBytes = 2 ** 30;

/**
 * Divides files into upload requests of at most 100 files and 1 GiB. A request is refused as a whole, and its error names a file. So names
 * are unique within a request, and a file with a type that does not fit the dataset is sent alone, after all others.
 */
export function planBatches(files: readonly File[], modality: Modality): readonly (readonly File[])[] {
  const fitting = files.filter((file) => seemsToFit(file, modality));
  const others = files.filter((file) => !seemsToFit(file, modality));
  const batches: File[][] = [];
  let names = new Set<string>();
  let bytes = 0;
  for (const file of fitting) {
    const last = batches.at(-1);
    const isFull = last === undefined || last.length === maxFiles || bytes + file.size > maxBytes;
    if (isFull || names.has(file.name)) {
      batches.push([file]);
      names = new Set([file.name]);
      bytes = file.size;
    } else {
      last.push(file);
      names.add(file.name);
      bytes += file.size;
    }
  }
  return [...batches, ...others.map((file) => [file])];
}

const types: Readonly<Record<Modality, RegExp>> = {
  image: /^image\//u,
  audio: /^audio\//u,
  video: /^video\//u,
  text: /^text\/|json|xml/u,
  document: /pdf|word|^text\//u,
  multimodal: /^(?:image|audio|video|text)\/|pdf|word|json|xml/u,
};

function seemsToFit(file: File, modality: Modality): boolean {
  return file.size > 0 && fitsModality(file.type, modality);
}

/** Returns true when a dataset takes files of the MIME type, as far as the desk knows. */
export function fitsModality(type: string, modality: Modality): boolean {
  return types[modality].test(type);
}

/** Returns the modality of most files, or `multimodal` when a tenth or more have another one. */
export function guessModality(files: readonly File[]): Modality {
  const single = ['image', 'audio', 'video', 'text', 'document'] as const;
  const counts = single.map((modality) => files.filter(({ type }) => types[modality].test(type)).length);
  const max = Math.max(...counts);
  const best = single[counts.indexOf(max)] ?? 'image';
  const typed = files.filter(({ type }) => types.multimodal.test(type)).length;
  return max > 0 && max < 0.9 * typed ? 'multimodal' : best;
}
