import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const bundle = (await build({
	configFile: false,
	logLevel: 'warn',
	build: {
		write: false,
		minify: true,
		lib: { entry: fileURLToPath(new URL('player.ts', import.meta.url)), formats: ['es'], fileName: 'player' },
	},
})) as Rolldown.RolldownOutput[]
const script = bundle[0]?.output[0].code ?? ''

const player =
	'<!doctype html><video muted playsinline width=640 height=360></video><script type="module" src="/player.js"></script>'

/** Page with only the player. */
export const pages = {
	'/player': { type: 'text/html', body: player },
	'/player.js': { type: 'text/javascript', body: script },
}
