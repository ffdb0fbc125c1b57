import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { TextKey, Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

/** The texts of the page by language. */
export const catalogs = { en, de, fr, es, ar } satisfies Record<string, Texts>;

export type Language = keyof typeof catalogs;

/** The names of the languages, each in its language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
};

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(catalogs, tag);
}

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}
