/** Counts the characters of a text that could not be decoded. */
export interface DamageCounter {
  /** Takes the next decoded piece. */
  add(piece: string): void;
  isDamaged(): boolean;
  /** Whether so many characters are broken that the text must be in another encoding. */
  isMisread(): boolean;
}

/** UTF-8 that is damaged in some places is still UTF-8: broken characters for one that is whole. */
const maxBrokenShare = 0.05;
const replacement = 0xfffd;

export function createDamageCounter(): DamageCounter {
  let whole = 0;
  let broken = 0;
  return {
    add(piece) {
      for (let at = 0; at < piece.length; at += 1) {
        const unit = piece.charCodeAt(at);
        if (unit === replacement) broken += 1;
        else if (unit > 0x7f && !isLowSurrogate(unit)) whole += 1;
      }
    },
    isDamaged: () => broken > 0,
    isMisread: () => broken > whole * maxBrokenShare,
  };
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
