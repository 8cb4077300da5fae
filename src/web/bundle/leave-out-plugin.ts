import type { Plugin } from 'vite';

/** What the libraries carry that no page of ours reaches, and nothing shakes off: it hangs on classes and switches. */
const LEFT_OUT = [
  // Writing through the cache and pages that grow: what we write goes through `call-wire.ts`.
  /\/@tanstack\/query-core\/build\/modern\/(mutation|infiniteQueryBehavior)\.js$/,
  // Measuring probes, of which the router is given none.
  /\/react-router\/dist\/[^?]*\/router\/(instrumentation)\.js$/,
];
const EXPORTS = /^export \{([^}]+)\};?$/m;

/** Leaves those modules out of the browser's build: what they export does nothing when called, and cannot be made anew. */
export function leaveOutPlugin(): Plugin {
  const found = new Set<string>();
  return {
    name: 'onde:leave-out',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform(code, id) {
      const file = LEFT_OUT.map((path) => path.exec(id)?.[1]).find(Boolean);
      if (file === undefined) return;
      const empty = emptied(code);
      if (empty === null) this.error(`${id} exports nothing that could be left out.`);
      found.add(file);
      return { code: empty, map: null };
    },
    buildEnd(error) {
      if (error === undefined && found.size !== 3)
        this.error(`Only ${[...found].join(', ') || 'nothing'} of the libraries' spare parts was found.`);
    },
  };
}

/** A module with the same exports and nothing in them; null where it ends with no list of exports. */
export function emptied(code: string): string | null {
  const names = EXPORTS.exec(code)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  if (names === undefined) return null;
  return `const leftOut = () => undefined;\nexport { ${names.map((name) => `leftOut as ${name}`).join(', ')} };`;
}
