const markup = Symbol('markup');

/** Safe markup: created by `html`, which escapes every value, or declared safe by `rawHtml`. */
export interface Html {
  readonly [markup]: string;
}

/** A value in a template: text and numbers are escaped, arrays are joined, undefined renders nothing. */
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
 * Renders the template of a page, a report or a mail. Values are allowed in the content of an element or in a quoted attribute, where
 * escaping is sufficient (OWASP, Cross Site Scripting Prevention). They are not allowed in a script, a style, a tag name, or a URL
 * whose scheme is not fixed.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return rawHtml(String.raw({ raw: strings }, ...values.map(renderValue)));
}

/** Declares a text safe markup. Never use it for text from clients. */
export function rawHtml(text: string): Html {
  return { [markup]: text };
}

/** Returns the markup as text. */
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
