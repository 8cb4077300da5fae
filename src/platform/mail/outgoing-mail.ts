/** A mail ready to go. */
export interface OutgoingMail {
  /** One address, bare. */
  to: string;
  subject: string;
  text: string;
  html: string;
}
