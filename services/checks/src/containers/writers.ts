import type { ContainerReading } from '@assay/media/container/container-reading';

/** A program that signed a container. */
export interface Writer {
  readonly program: string;
  /** `converter`: copies or recompresses; `editor`: made for cutting and joining; `service`: a network or messenger. */
  readonly kind: 'converter' | 'editor' | 'service';
  /** As the file has it. */
  readonly text: string;
}

interface Signature extends Omit<Writer, 'text'> {
  readonly pattern: RegExp;
}

/** How programs sign. Cameras, phones and recorders sign with their firmware, which is not here. */
const signatures: readonly Signature[] = [
  { program: 'HandBrake', kind: 'converter', pattern: /HandBrake/i },
  {
    program: 'Adobe Premiere or Media Encoder',
    kind: 'editor',
    pattern: /Premiere|Adobe Media Encoder|Mainconcept|After Effects/i,
  },
  { program: 'Adobe Audition', kind: 'editor', pattern: /Audition|Cool Edit/i },
  { program: 'DaVinci Resolve', kind: 'editor', pattern: /DaVinci|Blackmagic/i },
  { program: 'Final Cut or iMovie', kind: 'editor', pattern: /Final Cut|iMovie|Compressor \d/i },
  { program: 'CapCut', kind: 'editor', pattern: /CapCut|JianYing/i },
  { program: 'Vegas', kind: 'editor', pattern: /\bVegas\b/i },
  { program: 'Audacity', kind: 'editor', pattern: /Audacity/i },
  { program: 'GarageBand or Logic', kind: 'editor', pattern: /GarageBand|Logic Pro/i },
  { program: 'Sound Forge', kind: 'editor', pattern: /Sound Forge/i },
  { program: 'YouTube', kind: 'service', pattern: /produced by Google|Google, Inc/i },
  { program: 'iTunes', kind: 'converter', pattern: /\biTunes\b/i },
  { program: 'libFLAC', kind: 'converter', pattern: /libFLAC/i },
  { program: 'LAME', kind: 'converter', pattern: /\bLAME/ },
  { program: 'GPAC', kind: 'converter', pattern: /GPAC/i },
  { program: 'Bento4', kind: 'converter', pattern: /Bento4/i },
  { program: 'mkvmerge', kind: 'converter', pattern: /mkvmerge|libmatroska/i },
  { program: 'FFmpeg', kind: 'converter', pattern: /\bLav[fc]|\bx26[45]\b|FFmpeg/i },
];

/** Every program that signed, once, in the order of the file. */
export function writersOf({ texts }: ContainerReading): Writer[] {
  const found = new Map<string, Writer>();
  for (const { value } of texts) {
    for (const { pattern, ...writer } of signatures) {
      if (pattern.test(value) && !found.has(writer.program))
        found.set(writer.program, { ...writer, text: value });
    }
  }
  return [...found.values()];
}

const makePlaces = ['mak', 'com.apple.quicktime.make', 'com.android.manufacturer'];
const modelPlaces = ['mod', 'com.apple.quicktime.model', 'com.android.model'];

/** Make and model of the device that the container names; null for none. */
export function deviceOf({ texts }: ContainerReading): string | null {
  const at = (places: readonly string[]): string | undefined =>
    texts.find(({ place }) => places.includes(place))?.value;
  const make = at(makePlaces);
  const model = at(modelPlaces);
  if (make === undefined || model === undefined) return model ?? make ?? null;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}
