/** A text or a time that a container holds, and in which of its parts. */
export interface Placed<T> {
  readonly place: string;
  readonly value: T;
}

/** How the file of a video or a recording is laid out, and what it says of its making. */
export interface ContainerReading {
  readonly format: 'iso-media' | 'riff' | 'matroska' | 'mpeg-audio' | 'flac' | 'ogg';
  /** Brands, form or document type, the main one first. */
  readonly brands: readonly string[];
  /** Names of the outermost parts in their order; a run of the same name once. */
  readonly layout: readonly string[];
  /** Names of handlers, software and devices, in the order of the file; at most 100, each as long as was asked for. */
  readonly texts: readonly Placed<string>[];
  /** Counts the texts beyond those. */
  readonly textsLeftOut: number;
  /** Milliseconds since 1970; a clock that was never set is left out. */
  readonly times: readonly Placed<number>[];
  /** Whether the pictures come in fragments, as streaming services send them. */
  readonly isFragmented: boolean;
}

const maxTexts = 100;
/** Before it there was neither format; clocks that were never set begin in 1904 or 1970. */
const firstPlausibleTime = Date.UTC(1990, 0, 1);

/** Characters of a text that are kept where nobody asks for more: names are short. */
export const nameCharacters = 200;

/** Collects what a reader finds, bounded and cleaned. */
export function createCollector(maxTextCharacters = nameCharacters) {
  const texts: Placed<string>[] = [];
  const times: Placed<number>[] = [];
  const layout: string[] = [];
  let textsLeftOut = 0;
  return {
    texts,
    times,
    layout,
    countLeftOut: () => textsLeftOut,
    addText(place: string, raw: string): void {
      const value = raw
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, maxTextCharacters);
      const isKnown = texts.some((one) => one.place === place && one.value === value);
      if (value === '' || isKnown) return;
      if (texts.length < maxTexts) texts.push({ place, value });
      else textsLeftOut += 1;
    },
    addTime(place: string, value: number): void {
      if (Number.isFinite(value) && value >= firstPlausibleTime && times.length < maxTexts)
        times.push({ place, value });
    },
    addPart(name: string): void {
      if (layout.at(-1) !== name && layout.length < maxTexts) layout.push(name);
    },
  };
}

export type Collector = ReturnType<typeof createCollector>;
