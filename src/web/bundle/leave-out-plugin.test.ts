import { expect, it } from 'vitest';
import { emptied } from './leave-out-plugin.ts';

it('a module that is left out keeps its exports, and nothing else', () => {
  const code =
    "import { a } from './b.js';\nvar Mutation = class {};\nexport { Mutation, getDefaultState };\n";
  const empty = emptied(code) ?? '';
  expect(empty).toContain('export { leftOut as Mutation, leftOut as getDefaultState };');
  expect(empty).not.toContain('b.js');
  expect(empty).not.toContain('class');
});

it('a module whose exports cannot be read is none to leave out', () => {
  expect(emptied("export * from './b.js';")).toBeNull();
});
