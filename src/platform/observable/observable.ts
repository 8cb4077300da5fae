/** Tells whoever listens that something has changed; what, they read for themselves. */
export class Observable {
  readonly #listeners = new Set<() => void>();

  /** @returns what ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** One value that others follow. */
export class ObservableValue<T> extends Observable {
  #value: T;

  constructor(value: T) {
    super();
    this.#value = value;
  }

  readonly read = (): T => this.#value;

  readonly set = (value: T): void => {
    this.#value = value;
    this.tell();
  };
}
