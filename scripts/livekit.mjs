import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, run, step, which } from './process.mjs'

const version = '1.11.0'
const module = `github.com/livekit/livekit-server/cmd/server@v${version}`
const folder = join(cache, `livekit-${version}`)
/** Named after its package. */
const program = join(folder, 'server')

/**
 * The program of a LiveKit server; tests start it themselves. It is built from source, once.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureLivekit() {
	if (process.env.PARLEY_TEST_LIVEKIT) return { program: process.env.PARLEY_TEST_LIVEKIT }
	if (existsSync(program)) return { program }
	const go = which('go') ?? ['/usr/local/go/bin/go'].find(existsSync)
	if (!go) return { missing: 'no Go on this machine (https://go.dev/dl)' }
	const problem = await step('building LiveKit, which takes some minutes', () => build(go))
	return problem ? { missing: problem } : { program }
}

/** Returns the problem, if any; the folder is complete once it has its name. */
async function build(go) {
	const aside = `${folder}.${process.pid}`
	try {
		mkdirSync(aside, { recursive: true })
		const env = { ...process.env, GOBIN: aside, GOTOOLCHAIN: process.env.GOTOOLCHAIN ?? 'auto', CGO_ENABLED: '0' }
		const built = await run(go, ['install', '-trimpath', module], { env })
		if (built.code !== 0) return `Go could not build ${module}: ${built.output.trim().slice(-500)}`
		renameSync(aside, folder)
		return undefined
	} finally {
		rmSync(aside, { recursive: true, force: true })
	}
}
