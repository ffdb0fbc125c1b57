import type { Modality } from '../dataset/dataset.ts';

/** Returns the modality of a MIME type that files of projects can have. */
export function readModality(mimeType: string): Exclude<Modality, 'multimodal'> {
  const [category = ''] = mimeType.split('/');
  if (category === 'image' || category === 'audio' || category === 'video' || category === 'text')
    return category;
  return 'document';
}
