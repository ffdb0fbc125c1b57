/** The language of the texts of the page. The survey keeps its own. */

import { store, readStored } from './storage.ts';
import { catalogs, isLanguage } from '../texts/catalogs.ts';
import type { Language } from '../texts/catalogs.ts';
import type { TextKey } from '../texts/en.ts';

const storageKey = 'work:language';

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

let language: Language = 'en';

/** Chooses the language that the person chose before, or the first of the browser that the page knows. */
export function enterLanguage(): Language {
  const stored = readStored(storageKey);
  const preferred = [stored, ...navigator.languages].map((tag) => String(tag).slice(0, 2).toLowerCase());
  language = preferred.find(isLanguage) ?? 'en';
  document.documentElement.lang = language;
  document.documentElement.dir = findDirection(language);
  return language;
}

export function keepLanguage(chosen: Language): void {
  store(storageKey, chosen);
}

export function findDirection(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag) ? 'rtl' : 'ltr';
}

/** Returns a text of the page. @param values by the names in braces, such as `{count}` */
export function say(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return catalogs[language][key].replaceAll(/\{(\w+)\}/gu, (_braces, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? formatNumber(value) : (value ?? '');
  });
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);
}

export function formatMoney(cents: number, currency = 'EUR'): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}

export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
