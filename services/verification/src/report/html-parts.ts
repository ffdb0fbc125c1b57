import type { Verdict } from '../domain/fusion/conclusion.ts';
import { escapeHtml } from './escape.ts';
import type { ReportPicture } from './report-input.ts';

const safeTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** An inlined picture; empty for a type a browser might run as a document, such as SVG. */
export function pictureTag({ mimeType, bytes, width, height }: ReportPicture, alternative: string): string {
  if (!safeTypes.includes(mimeType)) return '';
  const source = `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  return `<img src="${source}" width="${String(Math.round(width))}" height="${String(Math.round(height))}" alt="${escapeHtml(alternative)}">`;
}

export function figures(pictures: readonly ReportPicture[]): string {
  const shown = pictures.map((picture) => {
    const tag = pictureTag(picture, picture.legend);
    return tag === '' ? '' : `<figure>${tag}<figcaption>${escapeHtml(picture.legend)}</figcaption></figure>`;
  });
  return shown.join('') === '' ? '' : `<div class="shots">${shown.join('')}</div>`;
}

export function section(id: string, title: string, body: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>${body}</section>`;
}

/** Terms and definitions; both are escaped here. */
export function definitionRows(rows: readonly (readonly [string, string])[]): string {
  const items = rows.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`,
  );
  return `<dl class="rows">${items.join('')}</dl>`;
}

export function bulletList(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

const glyphPaths: Readonly<Record<Verdict, string>> = {
  authentic: '<path d="M9 16.5l5 5 9-11"/>',
  manipulated: '<path d="M16 8.5v10M16 23v.2"/>',
  synthetic: '<path d="M16 8l2.3 5.7L24 16l-5.7 2.3L16 24l-2.3-5.7L8 16l5.7-2.3z"/>',
  inconclusive: '<path d="M9.5 13h13M9.5 19h13"/>',
  unverified: '<path d="M12 12.5a4 4 0 1 1 5.8 3.6c-1.2.6-1.8 1.3-1.8 2.6M16 23v.2"/>',
};

/** Decoration beside the word of the verdict; carries no meaning of its own. */
export function verdictGlyph(verdict: Verdict): string {
  const stroke =
    'fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg viewBox="0 0 32 32" aria-hidden="true" ${stroke}><circle cx="16" cy="16" r="14"/>${glyphPaths[verdict]}</svg>`;
}
