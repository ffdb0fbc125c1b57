import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Embedded as far as they are used, so that what is named can be read everywhere: the alphabets, Arabic and Hebrew among them. */
export const fonts = {
  body: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const;

export type FontName = keyof typeof fonts;

/** WOFF files: where the font of a text has no glyph, the first of these that has one. */
export const substitutes = [
  require.resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff'),
  // Plain, but with Chinese, Japanese, Korean and nearly all else there is in one file.
  require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
] as const;
