import { html as escapingHtml } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';

/** C0/C1 controls, and the bidirectional and invisible marks that make a file name read as another. */
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

type PageValue = Html | string | undefined | readonly Html[];

/** The template of the report page: texts are escaped, and marks that reorder or hide text are shown as U+FFFD. */
export function html(strings: TemplateStringsArray, ...values: readonly PageValue[]): Html {
  return escapingHtml(
    strings,
    ...values.map((value) => (typeof value === 'string' ? plainText(value) : value)),
  );
}

/** Text inside a Markdown paragraph, list item or table cell: on one line, without markup of its own. */
export function escapeMarkdown(text: string): string {
  return plainText(text)
    .replace(/[\\`*_{}[\]#+!|~^$]|:(?=\/\/)|(?<=www)\./gi, (character) => `\\${character}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@/g, '&#64;')
    .replace(/^(\s*)([-=]|\d+[.)])/, '$1\\$2');
}

/** One line without marks that reorder or hide text, which become U+FFFD. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(deceptive, '\ufffd');
}
