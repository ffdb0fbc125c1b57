const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** C0/C1 controls, and the bidirectional and invisible marks that make a file name read as another. */
const deceptive = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Text for element content and quoted attributes. Marks that could reorder or hide text are shown as U+FFFD. */
export function escapeHtml(text: string): string {
  return plain(text).replace(/[&<>"'`]/g, (character) => entities[character] ?? character);
}

/** Text inside a Markdown paragraph, list item or table cell: on one line, without markup of its own. */
export function escapeMarkdown(text: string): string {
  return plain(text)
    .replace(/[\\`*_{}[\]#+!|~^$]|:(?=\/\/)|(?<=www)\./gi, (character) => `\\${character}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@/g, '&#64;')
    .replace(/^(\s*)([-=]|\d+[.)])/, '$1\\$2');
}

function plain(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(deceptive, '\ufffd');
}
