/** As much as the detector looks at. */
export const excerptLength = 1000;
const maxExcerpts = 16;

export interface LanguageSample {
  /** Takes the next piece of a text. */
  add(piece: string): void;
  /** Excerpts spread evenly over what was taken; the whole of it where it is short. */
  excerpts(): readonly string[];
}

/** Keeps excerpts of a text of any length in constant memory: every n-th thousand characters, n doubling as the text grows. */
export function createLanguageSample(): LanguageSample {
  let kept: string[] = [];
  let open = '';
  let seen = 0;
  let stride = 1;
  return {
    add(piece) {
      for (let at = 0; at < piece.length;) {
        const isKept = seen % stride === 0;
        const part = piece.slice(at, at + excerptLength - open.length);
        open += part;
        at += part.length;
        if (open.length < excerptLength) return;
        if (isKept) kept.push(open);
        open = '';
        seen += 1;
        if (kept.length === maxExcerpts) {
          kept = kept.filter((_, index) => index % 2 === 0);
          stride *= 2;
        }
      }
    },
    excerpts: () => (kept.length === 0 || seen % stride === 0 ? [...kept, open] : kept),
  };
}
