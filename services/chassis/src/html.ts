const markup = Symbol('markup');

/** Markup that is safe to show: made by `html`, which escapes every value, or vouched for with `rawHtml`. */
export interface Html {
  readonly [markup]: string;
}

/** What may stand in a template: text and numbers are escaped, arrays joined, undefined shows nothing. */
export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/**
 * The template of a page, a report or a mail. A value stands in an element's content or in an attribute's quotes, where
 * escaping is enough (OWASP, Cross Site Scripting Prevention); never in a script, a style, a tag's name or, unless its
 * scheme is known, in an address.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return rawHtml(String.raw({ raw: strings }, ...values.map(renderValue)));
}

/** Takes text as markup: only for what no outsider wrote. */
export function rawHtml(text: string): Html {
  return { [markup]: text };
}

/** The markup as text, to be sent or stored. */
export function renderHtml(content: Html): string {
  return content[markup];
}

function renderValue(value: HtmlValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return value.toString();
  return isList(value) ? value.map(renderValue).join('') : renderHtml(value);
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] {
  return Array.isArray(value);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => entities[character] ?? character);
}
