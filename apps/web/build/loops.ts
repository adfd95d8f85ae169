import type { Plugin } from 'vite'

interface Chunk {
	fileName: string
	imports: readonly string[]
}

/** Files that wait for one another, or nothing: the first of them to run would find the others empty. */
export function loopIn(chunks: readonly Chunk[]): string[] | undefined {
	const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
	const done = new Set<string>()

	function visit(file: string, path: string[]): string[] | undefined {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
		if (done.has(file)) return undefined
		for (const next of importsOf.get(file) ?? []) {
			const loop = visit(next, [...path, file])
			if (loop) return loop
		}
		done.add(file)
		return undefined
	}

	for (const { fileName } of chunks) {
		const loop = visit(fileName, [])
		if (loop) return loop
	}
	return undefined
}

/**
 * Fails the build where its files wait for one another. It happens where a module of the first screen holds something
 * only a later screen needs: that goes into a module of its own.
 */
export function noLoops(): Plugin {
	return {
		name: 'parley:no-loops',
		apply: 'build',
		generateBundle(_, bundle) {
			const loop = loopIn(Object.values(bundle).filter(file => file.type === 'chunk'))
			if (loop) this.error(`files wait for one another: ${loop.join(' → ')}`)
		},
	}
}
