/** A text that the domain knows as empty and a message leaves unset. */
export function optionalText(text: string): string | undefined {
  return text === '' ? undefined : text;
}
