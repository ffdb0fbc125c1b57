/** Accepts files that are dropped anywhere on the page while the drop zone is shown. */
export function acceptDrops(zone: HTMLElement, onFiles: (files: readonly File[]) => void): void {
  const highlight = (isOver: boolean): void => {
    zone.classList.toggle('over', isOver);
  };
  addEventListener('dragover', (event) => {
    event.preventDefault();
    highlight(true);
  });
  addEventListener('dragleave', ({ relatedTarget }) => highlight(relatedTarget !== null));
  addEventListener('drop', (event) => {
    event.preventDefault();
    highlight(false);
    if (zone.checkVisibility()) onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}
