import type { ViewContext as BasicContext } from '../parts/view-page.ts';
import type { DatasetAddress } from './parts/address.ts';

export interface ViewContext extends BasicContext, DatasetAddress {}

/** Fills the section of the page. */
export type View = (section: HTMLElement, context: ViewContext) => Promise<void>;
