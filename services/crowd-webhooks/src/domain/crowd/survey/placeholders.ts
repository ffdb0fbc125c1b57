/** `{{<name of a list>.value}}`. */
const placeholder = /\{\{([^{}\r\n]{1,100}?)\.value\}\}/gu;
const whole = /^\{\{([^{}\r\n]{1,100}?)\.value\}\}$/u;

/** Lists the names of the lists whose values a text shows. */
export function listPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());
}

/** Returns the name of the list if the value is one placeholder and nothing else. */
export function readPlaceholder(value: unknown): string | undefined {
  return typeof value === 'string' ? whole.exec(value)?.[1]?.trim() : undefined;
}

/** Puts values in place of the placeholders of a text. A placeholder without a value stays as it is. Values are never read as text with placeholders. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (found, name: string) => values.get(name.trim()) ?? found);
}
