import { manifests } from '../manifests.ts';
import { upperFirst } from './first-letter.ts';

export function checkTitle(slug: string): string {
  return manifests.get(slug)?.title ?? humanise(slug);
}

/** A slug as words, for what has no title of its own. */
export function humanise(slug: string): string {
  return upperFirst(slug.replace(/[-_]+/g, ' ').trim());
}
