import type { Kysely } from 'kysely'

/** A database without tables: each store adds those it owns with `$extendTables`. */
// biome-ignore lint/complexity/noBannedTypes: Kysely spells "no tables" this way
export type Db = Kysely<{}>
