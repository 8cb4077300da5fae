import { z } from 'zod';

const packageSchema = z.object({
  name: z.string().optional(),
  version: z.string().default('0.0.0'),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
type LockedPackage = z.infer<typeof packageSchema>;
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

const MODULES = 'node_modules/';

/**
 * What a station runs, as a bill of materials (CycloneDX 1.6), by the lock file: each package with its checksum, and
 * which one needs which. `npm sbom --omit dev` leaves out what packages of the tests need as well, zod among it.
 */
export function billOfMaterials(lock: unknown) {
  const { packages } = lockSchema.parse(lock);
  const root = packages[''];
  if (root === undefined) throw new Error('The lock file does not name its own package.');
  const paths = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev === false);
  const refs = new Map(
    paths.map((path) => [path, referenceOf(nameOf(path, packages[path]), packages[path])]),
  );
  const needsOf = (path: string) =>
    Object.keys({ ...packages[path]?.dependencies, ...packages[path]?.optionalDependencies })
      .flatMap((name) => refs.get(locate(packages, path, name)) ?? [])
      .sort();
  const own = { type: 'application', name: root.name ?? '', version: root.version };
  const ownRef = referenceOf(own.name, root);
  const components = paths.map((path) => {
    const found = packageSchema.parse(packages[path]);
    return {
      type: 'library',
      'bom-ref': refs.get(path),
      name: nameOf(path, found),
      version: found.version,
      scope: found.optional ? 'optional' : 'required',
      purl: refs.get(path),
      ...(found.integrity && { hashes: [hashOf(found.integrity)] }),
      ...(found.license && { licenses: [licenseOf(found.license)] }),
    };
  });
  const ofOne = new Map(components.map((component) => [component.purl, component]));
  const needs = new Map([
    [ownRef, needsOf('')],
    ...paths.map((path) => [refs.get(path), needsOf(path)] as const),
  ]);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...own, 'bom-ref': ownRef, purl: ownRef } },
    components: [...ofOne.values()],
    dependencies: [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}

/** The path of the package that one at `path` gets by a name: the nearest on its way up, as Node looks for it. */
function locate(packages: Readonly<Record<string, LockedPackage>>, path: string, name: string): string {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf(MODULES) - 1))) {
    const place = `${from === '' ? '' : `${from}/`}${MODULES}${name}`;
    if (packages[place] !== undefined || from === '') return place;
  }
}

function nameOf(path: string, found: LockedPackage | undefined): string {
  return found?.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length);
}

/** https://github.com/package-url/purl-spec */
function referenceOf(name: string, found: LockedPackage | undefined): string {
  return `pkg:npm/${name.replace('@', '%40')}@${found?.version ?? ''}`;
}

function hashOf(integrity: string): { alg: string; content: string } {
  const [, content = ''] = /^sha512-(\S+)/.exec(integrity) ?? [];
  return { alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') };
}

function licenseOf(license: string): object {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}
