import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';

/** `npm run sbom [file]`: writes what a station runs; without a network, and the same on each machine. */
const root = resolve(import.meta.dirname, '..');
const bill = billOfMaterials(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const [file = 'onde.cdx.json'] = process.argv.slice(2);
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${file} names ${bill.components.length} packages.`);
