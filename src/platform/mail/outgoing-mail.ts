/** A mail ready to go. */
export interface OutgoingMail {
  /** One address, bare. */
  to: string;
  /** Where answers go, a bare address; without one, to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}
