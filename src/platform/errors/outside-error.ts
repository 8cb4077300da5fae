/**
 * What something outside of the program did, or did not do. The log says what, not where: its stack is worth
 * nothing.
 */
export class OutsideError extends Error {}
