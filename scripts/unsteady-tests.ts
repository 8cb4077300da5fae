import type { Reporter, TestCase } from 'vitest/node';

/**
 * Names the tests that passed at their second try alone, with what stopped the first: each has a race in it,
 * or the product has. It is the first thing to be mended, before it fails twice.
 */
export default class UnsteadyTests implements Reporter {
  readonly #found: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    this.#found.push(`UNSTEADY  passed at the second try: ${name}\n${error?.stack ?? error?.message ?? ''}`);
  }

  onTestRunEnd(): void {
    for (const words of this.#found) console.log(words);
  }
}
