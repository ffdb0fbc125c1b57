export type QuestionType =
  | 'single_choice'
  | 'multiple_choice'
  | 'scale'
  | 'boolean'
  | 'text'
  | 'number'
  | 'region'
  | 'time_range'
  | 'ranking'
  | 'file_choice';

export interface QuestionOption {
  readonly value: string;
  readonly label: string;
  /** True if no other option may be chosen together with this one. */
  readonly exclusive: boolean;
}

/** The condition under which a question is shown. */
export interface ShowIf {
  readonly questionKey: string;
  /** The value of the earlier question; for `multiple_choice` one of the chosen values. Built-in surveys state an array if several values do. */
  readonly equals: unknown;
}

export interface Question {
  /** Unique in the survey. */
  readonly key: string;
  readonly type: QuestionType;
  readonly label: string;
  readonly helpText: string | undefined;
  readonly required: boolean;
  /** 2 to 50 for choices and rankings, none for the other types. */
  readonly options: readonly QuestionOption[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly showIf: ShowIf | undefined;
  /** The known answer, which workers never see: a value, or the placeholder of a list. */
  readonly golden: { readonly expected: unknown } | undefined;
}

/** The content of a survey, without its names and numbers. */
export interface SurveyContent {
  readonly title: string;
  readonly introduction: string | undefined;
  readonly questions: readonly Question[];
}

/** A version of a template. It never changes. */
export interface SurveyVersion extends SurveyContent {
  readonly id: string;
  readonly organizationId: string;
  readonly templateId: string;
  /** From 1, without gaps. */
  readonly versionNumber: number;
  readonly publishedAt: Date;
}

export type SurveyVersionSummary = Pick<SurveyVersion, 'id' | 'versionNumber' | 'publishedAt'>;

export interface SurveyTemplate {
  readonly id: string;
  readonly organizationId: string;
  /** Undefined if all projects of the organization can use it. */
  readonly projectId: string | undefined;
  readonly name: string;
  /** A two-letter code. */
  readonly language: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

export interface TemplateWithVersions {
  readonly template: SurveyTemplate;
  /** Newest first. */
  readonly versions: readonly SurveyVersionSummary[];
}

/** A survey as a worker gets it: with the values of a task, and without the known answers. */
export interface Survey extends Omit<SurveyContent, 'questions'> {
  readonly language: string;
  readonly questions: readonly Omit<Question, 'golden'>[];
}
