import type { Html } from '@assay/chassis/http/html';
import type { Verdict } from '../domain/fusion/conclusion.ts';
import { html } from './escape.ts';
import type { ReportPicture } from './report-input.ts';

const safeTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** An inlined picture; undefined for a type a browser might run as a document, such as SVG. */
export function pictureTag(
  { mimeType, bytes, width, height }: ReportPicture,
  alternative: string,
): Html | undefined {
  if (!safeTypes.includes(mimeType)) return undefined;
  const source = `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  return html`<img src="${source}" width="${String(Math.round(width))}" height="${String(Math.round(height))}" alt="${alternative}">`;
}

export function figures(pictures: readonly ReportPicture[]): Html | undefined {
  const shown = pictures.flatMap((picture) => {
    const tag = pictureTag(picture, picture.legend);
    return tag === undefined ? [] : [html`<figure>${tag}<figcaption>${picture.legend}</figcaption></figure>`];
  });
  return shown.length === 0 ? undefined : html`<div class="shots">${shown}</div>`;
}

export function section(id: string, title: string, body: Html): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;
}

/** Terms and definitions. */
export function definitionRows(rows: readonly (readonly [string, string])[]): Html {
  const items = rows.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`);
  return html`<dl class="rows">${items}</dl>`;
}

export function bulletList(items: readonly string[]): Html {
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

const glyphs: Readonly<Record<Verdict, Html>> = {
  authentic: html`<path d="M9 16.5l5 5 9-11"/>`,
  manipulated: html`<path d="M16 8.5v10M16 23v.2"/>`,
  synthetic: html`<path d="M16 8l2.3 5.7L24 16l-5.7 2.3L16 24l-2.3-5.7L8 16l5.7-2.3z"/>`,
  inconclusive: html`<path d="M9.5 13h13M9.5 19h13"/>`,
  unverified: html`<path d="M12 12.5a4 4 0 1 1 5.8 3.6c-1.2.6-1.8 1.3-1.8 2.6M16 23v.2"/>`,
};

/** Decoration beside the word of the verdict; carries no meaning of its own. */
export function verdictGlyph(verdict: Verdict): Html {
  return html`<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="16" cy="16" r="14"/>${glyphs[verdict]}</svg>`;
}
