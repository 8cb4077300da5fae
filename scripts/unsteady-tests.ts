import type { Reporter, TestCase } from 'vitest/node';

/**
 * Says at once what stopped a test, also where a second try passes: a run that is given up says nothing at its end.
 * Then names those that passed at their second try alone: each has a race in it, or the product has. It is the
 * first thing to be mended, before it fails twice.
 */
export default class UnsteadyTests implements Reporter {
  readonly #found: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { errors = [] } = test.result();
    if (errors.length === 0) return;
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    for (const { stack = '', message } of errors) {
      const places = stack
        .split('\n')
        .filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
      console.log([`STOPPED  ${name}`, message, ...places].join('\n'));
    }
    if (test.diagnostic()?.flaky) this.#found.push(`UNSTEADY  passed at the second try: ${name}`);
  }

  onTestRunEnd(): void {
    for (const words of this.#found) console.log(words);
  }
}
