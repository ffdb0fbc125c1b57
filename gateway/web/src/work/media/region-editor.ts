import type { WorkFile } from '../../shared/api/api-types.ts';
import { announce, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { TaskContext } from '../questions/field.ts';
import type { Region } from '../parts/types.ts';
import { loadMedia } from './load-media.ts';
import { createPlayer } from './player.ts';
import type { Player } from './player.ts';
import { createRegionRow } from './region-rows.ts';
import { createStage } from './region-stage.ts';
import type { Stage } from './region-stage.ts';

interface EditorInput {
  readonly file: WorkFile;
  /** The name of the file, such as `File 2`. */
  readonly name: string;
  readonly task: TaskContext;
  readonly regions: readonly Region[];
  readonly describedBy: string;
  readonly change: (regions: readonly Region[]) => void;
}

interface RegionEditor {
  readonly node: HTMLElement;
  readonly control: HTMLElement;
}

/** Creates the stage of an image or a video with the list of its regions. */
export function createRegionEditor({ file, name, task, describedBy, ...input }: EditorInput): RegionEditor {
  let regions: readonly Region[] = input.regions;
  let selected: number | undefined = undefined;
  const { media, failure } = loadMedia(file, name, task);
  const player = media instanceof HTMLMediaElement ? createPlayer(media, file.durationSeconds) : undefined;
  const list = element('ul', { className: 'items' });

  const select = (index: number | undefined): void => {
    if (index === selected) return;
    selected = index;
    stage.draw(regions, selected);
  };
  const update = (next: readonly Region[]): void => {
    regions = next;
    stage.draw(regions, selected);
    input.change(regions);
  };
  const replace = (index: number, part: Partial<Region>): void => update(replaceAt(regions, index, part));
  const remove = (index: number): void => {
    selected = undefined;
    update(regions.toSpliced(index, 1));
    drawRows();
    announce(say('removed'));
    stage.node.focus();
  };
  const add = (rect: Pick<Region, 'x' | 'y' | 'width' | 'height'>): void => {
    selected = regions.length;
    update([...regions, { fileId: file.fileId, ...rect, ...readInstant(player) }]);
    drawRows();
    announce(say('regionAdded', { number: regions.length }));
  };
  const drawRows = (): void => {
    const rows = regions.map((region, index) =>
      createRegionRow(region, index, {
        player,
        show() {
          select(index);
          player?.seek(regions[index]?.startSeconds ?? 0);
          stage.focusRegion(index);
        },
        replace: (part) => replace(index, part),
        remove: () => remove(index),
      }),
    );
    list.replaceChildren(...rows);
  };
  const labels = { name: say('stage', { file: name }), describedBy };
  const stage: Stage = createStage(media, labels, { add, change: replace, select, remove });
  stage.draw(regions, selected);
  drawRows();
  const node = element(
    'div',
    { className: 'editor' },
    stage.node,
    failure,
    player?.node,
    stage.toolbar,
    list,
  );
  return { node, control: stage.node };
}

/** A region of a video begins as the instant that is shown. */
function readInstant(player: Player | undefined): Partial<Region> {
  const time = player?.readTime();
  return time === undefined ? {} : { startSeconds: time, endSeconds: time };
}

function replaceAt(regions: readonly Region[], index: number, part: Partial<Region>): readonly Region[] {
  return regions.map((region, at) => (at === index ? { ...region, ...part } : region));
}
