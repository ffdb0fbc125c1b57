/** That somebody changed something. */
export interface AuditEvent {
  /** The same however often it is reported. */
  readonly id: string;
  /** Empty: in none. */
  readonly organizationId: string;
  /** Empty: the platform itself. */
  readonly actorId: string;
  /** As `scope.action`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Empty: unknown. */
  readonly ip: string;
  readonly createdAt: Date;
}

/** What is empty or undefined is not asked for. */
export interface AuditFilter {
  readonly actorId: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}
