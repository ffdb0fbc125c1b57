/** The slug of the pipeline that examines a file of this type by machine; documents are what is no picture, sound or video. */
export function pipelineFor(mimeType: string): string {
  switch (mimeType.split('/')[0]) {
    case 'image':
      return 'image-authenticity';
    case 'audio':
      return 'audio-authenticity';
    case 'video':
      return 'video-authenticity';
    default:
      return 'document-integrity';
  }
}
