import { readdirSync } from 'node:fs'
import type { Migration } from 'kysely/migration'

const names = readdirSync(import.meta.dirname)
	.filter(file => /^\d{4}-.*\.ts$/.test(file))
	.map(file => file.slice(0, -'.ts'.length))
	.sort()

/**
 * The migrations of both databases in order, one per file of this folder. Databases record the names, so neither they
 * nor the files change. A new one has the highest number plus one, and `expand` or `contract` after it
 * (docs/decisions/expand-then-contract.md).
 */
export const migrations: Record<string, Migration> = Object.fromEntries(
	await Promise.all(names.map(async name => [name, await import(`./${name}.ts`)] as const)),
)
