import type { ViewContext as BasicContext } from '../view-page.ts';
import type { DatasetAddress } from './address.ts';

export interface ViewContext extends BasicContext, DatasetAddress {}

/** Fills the section of the page. */
export type View = (section: HTMLElement, context: ViewContext) => Promise<void>;
