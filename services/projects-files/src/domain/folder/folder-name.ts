const maxCharacters = 100;

/** The name a folder is kept under: without space around it, accents composed. */
export function cleanFolderName(given: string): string {
  return given.normalize('NFC').trim();
}

/** What two names have in common that differ in the case of letters or in how accents are composed. */
export function folderNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The name itself, or the first of `name (2)`, `name (3)` and so on that is free, shortened where it would be too long. */
export function freeFolderName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(folderNameKey(free)); number += 1) {
    const suffix = ` (${number.toString()})`;
    const characters = Array.from(name).slice(0, maxCharacters - suffix.length);
    free = `${characters.join('').trimEnd()}${suffix}`;
  }
  return free;
}
