/** When and where a feature is asked. */
export interface Moment {
  now: Date;
  /** An IANA name; absent: the machine's own. */
  timeZone?: string;
}
