/** The kind of files that a dataset takes. */
export type Modality = 'image' | 'audio' | 'video' | 'text' | 'document' | 'multimodal';

/** A versioned collection of files. */
export interface Dataset {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Part of the keys of its objects; unique within the organization. */
  readonly internalId: string;
  readonly modality: Modality;
  readonly description: string | undefined;
  readonly rawVersionId: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a dataset that can change. */
export type DatasetChanges = Partial<Pick<Dataset, 'name' | 'description'>>;
