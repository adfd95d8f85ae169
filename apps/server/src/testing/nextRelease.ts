import { registerHooks } from 'node:module'

/** Loaded with `--import`, gives a process the migrations of a pretended next release (nextMigrations.ts). */

const nextMigrations = new URL('./nextMigrations.ts', import.meta.url).href

registerHooks({
	load(url, context, load) {
		const loaded = load(url, context)
		if (!url.endsWith('/apps/server/migrations/index.ts')) return loaded
		const added = `Object.assign(migrations, (await import(${JSON.stringify(nextMigrations)})).nextMigrations)`
		return { ...loaded, source: `${loaded.source}\n${added}\n` }
	},
})
