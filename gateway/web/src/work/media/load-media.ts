import type { WorkFile } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { TaskContext } from '../questions/field.ts';

export type MediaElement = HTMLImageElement | HTMLVideoElement | HTMLAudioElement;

export function findKind({ mimeType }: WorkFile): 'image' | 'video' | 'audio' | 'other' {
  const [kind] = mimeType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'other';
}

interface LoadedMedia {
  readonly media: MediaElement;
  /** Is shown when the file cannot be loaded, for example because its link has expired. */
  readonly failure: HTMLElement;
}

/** Loads an image, a video or an audio file. A fresh link is requested by a button. @param name the name of the file for screen readers */
export function loadMedia(file: WorkFile, name: string, { refreshLink }: TaskContext): LoadedMedia {
  const media = createMedia(file, name);
  const failure = element(
    'p',
    { className: 'notice bad', role: 'alert', hidden: true },
    say('mediaFailed'),
    ' ',
  );
  const again = button(say('loadAgain'), () => {
    failure.hidden = true;
    refreshLink(file.fileId).then(
      (url) => media.setAttribute('src', url),
      () => (failure.hidden = false),
    );
  });
  failure.append(again);
  media.addEventListener('error', () => (failure.hidden = false));
  media.src = file.url;
  return { media, failure };
}

function createMedia(file: WorkFile, name: string): MediaElement {
  const kind = findKind(file);
  if (kind === 'image') {
    const image = element('img', { alt: name, draggable: false });
    // The page does not move while the image loads.
    if (file.width !== null) image.setAttribute('width', String(file.width));
    if (file.height !== null) image.setAttribute('height', String(file.height));
    return image;
  }
  const player = element(kind === 'audio' ? 'audio' : 'video', { preload: 'auto', ariaLabel: name });
  if (player instanceof HTMLVideoElement) player.playsInline = true;
  return player;
}
