/** A record that somebody changed something. */
export interface AuditEvent {
  /** The same in every delivery of the event. */
  readonly id: string;
  /** Empty: in no organization. */
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
  /** The reason that the user stated. Undefined for actions without one. */
  readonly reason?: string | undefined;
}

/** A field that is empty or undefined matches everything. */
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
