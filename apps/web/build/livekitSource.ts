import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.resolve('livekit-client')))
const folder = entry.slice(0, -'index.ts'.length)
const noShims = '\0parley:no-webrtc-shims'

/**
 * Builds the client of LiveKit from the sources in its package: its own bundle is one file, compiled for Chrome 64 and
 * Safari 11, in which the shims of `webrtc-adapter` cannot be left out. The oldest browsers served need none of them
 * (docs/decisions/livekit.md). Development and tests use the bundle.
 */
export const livekitSource = (): Plugin => ({
	name: 'parley:livekit-source',
	apply: 'build',
	enforce: 'pre',
	resolveId(source, importer) {
		if (source === 'livekit-client') return entry
		return source === 'webrtc-adapter' && importer?.startsWith(folder) ? noShims : undefined
	},
	load: id => (id === noShims ? 'export {}' : undefined),
	async transform(code, id) {
		if (!id.startsWith(folder) || !id.endsWith('.ts')) return undefined
		const { code: compiled, map } = await compileLivekit(code, id)
		return { code: compiled, map: map ?? null }
	},
})

/** Compiles a source with the class fields of its own `tsconfig.json`: a field that is only declared overwrites none of a base class. */
export const compileLivekit = (code: string, id: string) =>
	transformWithOxc(code, id, {
		tsconfig: false,
		target: 'esnext',
		assumptions: { setPublicClassFields: true },
		typescript: { removeClassFieldsWithoutInitializer: true },
	})
