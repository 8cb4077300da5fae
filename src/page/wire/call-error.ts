/** A call that the server answered without success [W11], or that got no readable answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** Stable and in snake_case; `no_answer`, `unreadable_answer` and, of a server that gives no code, `refused` are our own. */
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Which field broke which rule. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    message: string,
    facts: { code: string; status: number; fields?: Readonly<Record<string, string>> | undefined },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = facts.code;
    this.status = facts.status;
    this.fields = facts.fields ?? {};
  }
}
