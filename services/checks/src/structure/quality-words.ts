/**
 * How strongly a JPEG is compressed, in words, by the nearest IJG quality. At 93 and above a photograph loses nothing that is
 * seen, at 80 it is seen beside the original only, below 60 it is seen alone.
 */
export function compressionWord(quality: number): 'hardly' | 'moderately' | 'clearly' | 'strongly' {
  if (quality >= 93) return 'hardly';
  if (quality >= 80) return 'moderately';
  return quality >= 60 ? 'clearly' : 'strongly';
}
