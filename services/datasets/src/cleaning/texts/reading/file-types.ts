import { categoryOf } from '@assay/media/sniff/accepted-types';

/** Returns true for text files. */
export function isText(type: string): boolean {
  return type.startsWith('text/');
}

/** Returns true for the documents that a reader extracts text from. */
export function isDocument(type: string): boolean {
  return categoryOf(type) === 'document' && !isText(type);
}
