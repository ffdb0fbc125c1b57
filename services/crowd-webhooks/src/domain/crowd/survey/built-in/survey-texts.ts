/** The texts of the built-in surveys in one language. `{{claim_text.value}}` and `{{claimed_source.value}}` stand for texts of the run. */
export interface SurveyTexts {
  readonly changed: {
    readonly title: string;
    readonly question: string;
    readonly yes: string;
    readonly no: string;
    readonly where: string;
    readonly reason: string;
  };
  readonly unsure: string;
  /** The instructions of the first judgement, of the second one, and of the source check. */
  readonly marking: string;
  readonly adjudication: string;
  readonly sourceCheck: string;
  /** Contains the claim. */
  readonly imageClaim: string;
  readonly bearsOut: {
    readonly title: string;
    readonly question: string;
    readonly supported: string;
    readonly contradicted: string;
    readonly source: string;
    readonly note: string;
    /** Contains the claim. */
    readonly claim: string;
    /** Contains the source that the claim names. */
    readonly claimedSource: string;
  };
}
